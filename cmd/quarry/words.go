package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// wordsTag marks commands' arguments that are words of a text.
const wordsTag = "words"

// apart sets an argument that begins with a minus apart from flags.
const apart = " "

// markWords marks what begins with one minus and is no flag, where a command takes
// words: who types them means what is not to be there. It reports whether the command
// takes any.
func markWords(app *kong.Node, args []string) ([]string, bool) {
	at, marked := app, slices.Clone(args)
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		arg := args[i]
		flag, isFlag := flagOf(at, arg)
		switch {
		case isFlag && takesNext(flag, arg):
			i++
		case isFlag || strings.HasPrefix(arg, "--"):
		case !strings.HasPrefix(arg, "-"):
			at = commandOf(at, arg)
		case takesWords(at):
			marked[i] = apart + arg
		}
	}
	return marked, takesWords(at)
}

// textOf joins words that markWords may have marked.
func textOf(words []string) string {
	bare := make([]string, len(words))
	for i, word := range words {
		bare[i] = strings.TrimPrefix(word, apart)
	}
	return strings.Join(bare, " ")
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
