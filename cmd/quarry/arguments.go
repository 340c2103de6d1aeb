package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
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
			if strings.HasPrefix(arg, "--") { // its value may begin with a minus
				before = append(before, arg+"="+args[i])
			} else {
				before = append(before, arg, args[i])
			}
		case isFlag || strings.HasPrefix(arg, "--"):
			before, unknown = append(before, arg), unknown || !isFlag
		case takesWords(at):
			words = append(words, arg)
		default:
			before = append(before, arg)
			isCommand := func(c *kong.Node) bool { return c.Type == kong.CommandNode && c.Name == arg }
			if child := slices.IndexFunc(at.Children, isCommand); child >= 0 {
				at = at.Children[child]
			}
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
