package check

import (
	"slices"
	"strings"
)

// isStop reports whether a word says nothing by itself.
func isStop(word string) bool {
	switch word {
	case "a", "an", "the", "this", "that", "these", "those", "it", "its", "they", "them", "their", "he", "she", "his", "her",
		"him", "i", "you", "your", "we", "our", "us", "me", "my", "one", "ones", "itself", "themselves", "who", "whom", "whose",
		"which", "what", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "doing", "has", "have", "had", "having",
		"can", "could", "may", "might", "will", "would", "shall", "should", "must", "of", "in", "on", "at", "by", "with", "as",
		"and", "or", "so", "if", "then", "else", "because", "since", "while", "whereas", "although", "though", "but", "when",
		"where", "how", "why", "there", "here", "also", "too", "each", "every", "all", "some", "such", "own", "just",
		"even", "still", "yet", "very", "quite", "rather", "really", "thus", "hence", "therefore", "however", "i.e", "e.g",
		"up", "out", "off", "down", "via", "per", "about", "through", "during", "within", "upon", "else's", "etc", "ie", "eg",
		"yes", "ok", "okay", "please", "e", "g", "s", "t", "d", "ll", "re", "ve", "m", "called", "so-called", "namely", "let",
		"lets", "get", "gets", "got", "need", "needs", "needed":
		return true
	}
	return false
}

// isGeneric reports whether a stem stands in sentences about anything, so that it is
// weak evidence that two of them say the same.
func isGeneric(stem string) bool {
	return slices.Contains([]string{
		"use", "make", "do", "take", "give", "work", "help", "allow", "provid", "support", "need", "requir", "call", "name", "mean",
		"way", "thing", "kind", "type", "part", "sort", "process", "system", "exampl", "case", "number", "time", "differ", "same",
		"other", "anoth", "mani", "much", "good", "better", "best", "new", "first", "second", "third", "last", "next", "certain", "particular",
		"general", "usual", "often", "alway", "sometim", "possibl", "import", "main", "show", "becom", "happen", "occur", "perform",
		"enabl", "contain", "consist", "run", "go", "come", "put", "set", "keep", "let", "know", "see", "say", "tell", "want",
		"find", "look", "think", "someth", "anyth", "everyth", "someon", "result", "effect", "caus", "reason", "fact", "point", "place",
		"like", "similar", "larg", "small", "whole", "part", "step", "singl", "separ", "possibl", "abl", "state", "known", "refer",
		"special", "specif", "common", "simpl", "basic", "inform", "valu", "purpos", "function", "method", "techniqu", "concept", "term",
		"sever", "multipl", "various", "year", "day", "thousand", "million", "billion", "total", "amount", "again", "instead", "togeth",
	}, stem)
}

// relates reports whether a word says how things stand to each other.
func relates(word string) bool {
	switch word {
	case "any", "only", "both", "well", "more", "less", "most", "least", "before", "after", "above", "below", "over", "under", "always", "few", "fewer", "towards",
		"back", "away", "inside", "outside", "between", "against":
		return true
	}
	return false
}

// roleOf returns in what direction a word puts those behind it; "-" ends one.
func roleOf(word string) string {
	switch word {
	case "from":
		return "from"
	case "to", "into", "onto", "toward", "towards":
		return "to"
	case "for":
		return "for"
	case "than", "against", "versus", "vs":
		return "than"
	case "before", "after", "then":
		return word
	case "who", "which", "that", "when", "where", "if", "as", "by":
		return "-"
	}
	return ""
}

// denial says what a word does to those behind it.
type denial int

const (
	affirms denial = iota
	denies
	inverts // "cannot run without": it needs
	hedges  // "avoids", "prevents": neither yes nor no
)

func denialOf(word string) denial {
	switch word {
	case "not", "no", "never", "neither", "nor", "none", "nothing", "nobody", "nowhere", "cannot", "unable", "lack", "lacks", "lacking",
		"hardly", "barely", "rarely", "seldom", "fails", "fail", "failed", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent",
		"cant", "wont", "couldnt", "wouldnt", "shouldnt", "hasnt", "havent", "instead", "ain't", "impossible", "unnecessary":
		return denies
	case "without":
		return inverts
	case "avoid", "avoids", "avoiding", "avoided", "prevent", "prevents", "preventing", "prevented", "eliminate", "eliminates",
		"eliminating", "stop", "stops", "stopping", "stopped", "unless", "whether", "except", "unlike", "otherwise", "would", "could", "rather":
		return hedges
	}
	if strings.HasSuffix(word, "n't") {
		return denies
	}
	return affirms
}

// standsForOther reports whether a word stands for what was spoken of before.
func standsForOther(word string) bool {
	switch word {
	case "it", "they", "this", "that", "these", "he", "she", "it's", "they're", "that's":
		return true
	}
	return false
}

// keepsFrom reports whether a word with a "from" behind it prevents something.
func keepsFrom(word string) bool {
	switch word {
	case "keep", "keeps", "keeping", "kept", "hinder", "hinders", "protect", "protects", "save", "saves":
		return true
	}
	return false
}

// isExample reports whether a word, with the next one, begins an example.
func isExample(word, next string) bool {
	switch word {
	case "e.g", "eg":
		return true
	case "such":
		return next == "as"
	case "for":
		return next == "example" || next == "instance"
	}
	return word == "e" && next == "g"
}
