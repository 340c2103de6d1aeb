package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// wordsTag marks commands' arguments that are words of a text.
const wordsTag = "words"

// behindFlags puts the words of a command that takes a text behind its flags, wherever
// they stand: what begins with one minus and is no flag is a word, for who types it
// means what is not to be there. It reports whether something with two minuses is no
// flag of such a command. The arguments of others stay as they are.
func behindFlags(app *kong.Node, args []string) ([]string, bool) {
	at, unknown := app, false
	var before, words []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		flag, isFlag := flagOf(at, arg)
		switch {
		case arg == "--":
			words = append(words, args[i+1:]...)
			i = len(args)
		case isFlag && takesNext(flag, arg) && i+1 < len(args):
			i++
			before = append(before, arg, args[i])
		case isFlag || strings.HasPrefix(arg, "--"):
			before, unknown = append(before, arg), unknown || !isFlag
		case takesWords(at):
			words = append(words, arg)
		default:
			before, at = append(before, arg), commandOf(at, arg)
		}
	}
	switch {
	case !takesWords(at):
		return args, false
	case len(words) == 0:
		return before, unknown
	}
	return append(append(before, "--"), words...), unknown
}

// commandOf returns the command within another one that is called so, the other one
// where there is none.
func commandOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Type == kong.CommandNode && child.Name == name {
			return child
		}
	}
	return node
}

func takesWords(node *kong.Node) bool {
	return slices.ContainsFunc(node.Positional, func(p *kong.Positional) bool { return p.Tag.Has(wordsTag) })
}

// flagOf returns the flag that an argument is, with its value or without.
func flagOf(node *kong.Node, arg string) (*kong.Flag, bool) {
	for _, group := range node.AllFlags(false) {
		for _, flag := range group {
			if isFlag(flag, arg) {
				return flag, true
			}
		}
	}
	return nil, false
}

func isFlag(flag *kong.Flag, arg string) bool {
	if name, long := strings.CutPrefix(arg, "--"); long {
		name, _, _ = strings.Cut(name, "=")
		return name == flag.Name
	}
	value, short := strings.CutPrefix(arg, "-"+string(flag.Short))
	switch {
	case flag.Short == 0 || !short:
		return false
	case value == "":
		return true
	}
	_, err := strconv.Atoi(value) // "-n5": all short flags with values take numbers
	return err == nil && !flag.IsBool()
}

// takesNext reports whether the argument behind a flag is its value.
func takesNext(flag *kong.Flag, arg string) bool {
	long := strings.HasPrefix(arg, "--")
	return !flag.IsBool() && (long && !strings.Contains(arg, "=") || !long && arg == "-"+string(flag.Short))
}

// hintAtLexicon adds to an error about a word that is not known that documents
// were read with a lexicon which may know it, and which was not given this time.
// If that cannot be told the error stays as it is.
func (s *session) hintAtLexicon(err error) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || !strings.Contains(known.Message, "is not known") && !strings.Contains(known.Message, "there is no device") {
		return err
	}
	if by, served := s.server(); served && by.Lexicon != "" && by.Lexicon != s.lexicon.Fingerprint() {
		return quarry.Errorf(known.Kind, "%s (%s answers with another lexicon than the one given here: start it with the same --lexicon FILE or QUARRY_LEXICON)",
			known.Message, by).Because(err)
	}
	if lexicon.IsOwn(s.lexicon.Fingerprint()) {
		return err
	}
	store, fault := s.openStore(s.ctx, sqlite.OpenReadOnly)
	if fault != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	counted, fault := countLexicons(s.ctx, store, s.lexicon.Fingerprint())
	if fault != nil || counted.otherOwn == 0 {
		return err
	}
	return quarry.Errorf(known.Kind, "%s (%d documents were read with a lexicon of your own: give it with --lexicon FILE or QUARRY_LEXICON)",
		known.Message, counted.otherOwn).Because(err)
}

// warnOfLexicon says at the start of a server that documents were read with a
// lexicon of the user's own that is not the one it has. If that cannot be told
// nothing is said.
func (s *session) warnOfLexicon(store stock) {
	counted, err := countLexicons(s.ctx, store, s.lexicon.Fingerprint())
	if err != nil || counted.otherOwn == 0 {
		return
	}
	_, _ = fmt.Fprintf(s.err, "quarry: %d documents were read with a lexicon of your own that is not the one given now: "+
		"what it names is not known by those names. Give it with --lexicon FILE or QUARRY_LEXICON\n", counted.otherOwn)
}
