package lookup

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// names finds the names in what stands on a command line, where nobody quotes them: the
// lexicon's, and those that documents brought.
type names struct {
	lexicon *lexicon.Lexicon
	from    *app.Client
	brought map[string][]view.Attribute // by the words that were asked for
}

func newNames(l *lexicon.Lexicon, from *app.Client) names {
	return names{l, from, map[string][]view.Attribute{}}
}

// isDevice reports whether some words are what a device is called.
func (n names) isDevice(ctx context.Context, words string) (bool, error) {
	if _, known := n.lexicon.FindDevice(words); known {
		return true, nil
	}
	var found view.List[view.Spec]
	query := url.Values{"device": {rest.Alternatives(words)}, "limit": {"1"}}
	_, err := n.from.Get(ctx, "/v1/specs", query, &found)
	return len(found.Items) > 0, err
}

// isAttribute reports whether some words are what an attribute is called, or a condition.
func (n names) isAttribute(ctx context.Context, words string) (bool, error) {
	said := n.lexicon.ClaimSubject(words)
	if len(n.lexicon.FindAttributes(said.Attribute)) > 0 || said.Attribute == "" {
		return true, nil
	}
	var found []view.Attribute
	for _, part := range append(spelled(words), words) { // of which a name that is all of them has each
		var err error
		if found, err = n.attributes(ctx, part); err != nil || len(found) == 0 {
			return false, err
		}
	}
	return slices.ContainsFunc(found, func(a view.Attribute) bool { return text.Slug(a.Name) == text.Slug(words) }), nil
}

// spelled returns the words that have a letter or a digit.
func spelled(words string) []string {
	return slices.DeleteFunc(strings.Fields(words), func(word string) bool { return text.Slug(word) == "" })
}

// attributes returns the attributes that documents brought and whose names have some words in
// them, and asks for them once.
func (n names) attributes(ctx context.Context, words string) ([]view.Attribute, error) {
	if found, known := n.brought[words]; known {
		return found, nil
	}
	var found view.List[view.Attribute]
	_, err := n.from.Get(ctx, "/v1/attributes", url.Values{"q": {words}, "discovered": {"true"}, "limit": {"100"}}, &found)
	n.brought[words] = found.Items
	return found.Items, err
}

// together puts arguments together that are a name together, of several such names the longest
// first. What is no name stays with its neighbours that are none, unless it was quoted.
func together(
	ctx context.Context, args []string, isName func(context.Context, string) (bool, error),
) ([]string, error) {
	var all []string
	loose := false
	for at := 0; at < len(args); {
		length, err := longestName(ctx, args[at:], isName)
		if err != nil {
			return nil, err
		}
		quoted := strings.ContainsAny(args[at], " \t")
		if length == 0 && loose && !quoted {
			all[len(all)-1] += " " + args[at]
		} else {
			all = append(all, strings.Join(args[at:at+max(1, length)], " "))
		}
		loose = length == 0 && !quoted
		at += max(1, length)
	}
	return all, nil
}

// longestName returns how many arguments the longest name has that they begin with, 0 where
// they begin with none.
func longestName(
	ctx context.Context, args []string, isName func(context.Context, string) (bool, error),
) (int, error) {
	const most = 8
	for length := min(most, len(args)); length > 0; length-- {
		if known, err := isName(ctx, strings.Join(args[:length], " ")); err != nil || known {
			return length, err
		}
	}
	return 0, nil
}

// subject is what a command line asks about.
type subject struct {
	device     string // "" for any
	attributes []string
}

// subject parts words into a device and attributes of it: the longest device that they begin
// with, or else, for a name that nobody knows, whatever stands before attributes that are known.
// Words that are attributes alone are so of any device. A class of devices is none of them,
// although "memory" is also what an attribute is called, unless any device is asked for.
func (n names) subject(ctx context.Context, args []string, anyDevice bool) (subject, error) {
	length, err := longestName(ctx, args, n.isDevice)
	if err != nil {
		return subject{}, err
	}
	if length == 0 {
		isQuoted := func(arg string) bool { return strings.ContainsAny(arg, " \t") }
		length, err = n.attributesBehind(ctx, args)
		isClass := slices.Contains(n.lexicon.DeviceClasses(), quarry.DeviceClass(strings.ToLower(strings.Join(args, " "))))
		switch {
		case err != nil:
			return subject{}, err
		case isClass && !anyDevice, length == len(args) && (length == 2 || slices.ContainsFunc(args, isQuoted)):
			length = 1
		}
	}
	asked := subject{device: strings.Join(args[:length], " ")}
	asked.attributes, err = together(ctx, args[length:], n.isAttribute)
	return asked, err
}

// attributesBehind returns where in some words those begin that are known attributes up to the
// last word: behind the last where none are.
func (n names) attributesBehind(ctx context.Context, args []string) (int, error) {
	for at := range args {
		words, err := together(ctx, args[at:], n.isAttribute)
		if err != nil {
			return 0, err
		}
		all := true
		for _, one := range words {
			known, err := n.isAttribute(ctx, one)
			if err != nil {
				return 0, err
			}
			all = all && known
		}
		if all {
			return at, nil
		}
	}
	return len(args), nil
}
