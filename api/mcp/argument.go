package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// sort is what an argument takes.
type sort string

// The sorts of argument. Some hosts send a number or a truth as text, or a list as
// text with commas, whatever the schema says: all are read.
const (
	sortText   sort = "string"
	sortWhole  sort = "integer"
	sortNumber sort = "number"
	sortTruth  sort = "boolean"
	sortList   sort = "array"
)

// largestSeed is the largest whole number that every JSON reader keeps exactly.
const largestSeed = 1<<53 - 1

// argument is one thing that a tool takes.
type argument struct {
	name, about string // about is "" where the name and the words that there are say all
	sort        sort
	oneOf       []string // of a text: the words there are; several are separated by commas
	least, most int      // characters of a text, items of a list, or a whole number; most 0: 2,000, 50, none
	fallback    string   // what counts where it is left out, for the schema
	needed      bool
	empty       bool // an empty text is a value, and not the same as none
}

// given are the arguments of a call by their names, each as a query has it. What was
// left out, or is null or empty, is not among them.
type given map[string]string

// longest returns how many characters or items an argument may have.
func (a argument) longest() int {
	switch {
	case a.most > 0:
		return a.most
	case a.sort == sortList:
		return 50
	}
	return 2_000
}

// schemaOf describes arguments in the small part of JSON Schema that every host
// reads: no choice of types, no reference, and words as enums of text. How long a text may be
// is left out, for a host sends all of this to a model each time: one that is longer is told.
func schemaOf(arguments []argument) map[string]any {
	properties, needed := map[string]any{}, []string(nil)
	for _, a := range arguments {
		schema := map[string]any{"type": string(a.sort)}
		if a.about != "" {
			schema["description"] = a.about
		}
		properties[a.name] = schema
		if a.needed {
			needed = append(needed, a.name)
		}
		switch a.sort {
		case sortText:
			if a.oneOf != nil {
				schema["enum"] = a.oneOf
			}
		case sortWhole:
			if a.most < largestSeed { // which is any
				schema["minimum"], schema["maximum"] = a.least, a.most
			}
			if n, err := strconv.Atoi(a.fallback); err == nil {
				schema["default"] = n
			}
		case sortTruth:
			if a.fallback != "" {
				schema["default"] = a.fallback == "true"
			}
		case sortList:
			schema["items"] = map[string]any{"type": "string"}
			if a.most > 0 {
				schema["minItems"], schema["maxItems"] = max(a.least, 1), a.most
			}
		case sortNumber:
		}
	}
	schema := map[string]any{"type": "object", "properties": properties}
	if len(needed) > 0 {
		schema["required"] = needed
	}
	return schema
}

// readArguments reads what a caller sent. An argument that a tool does not have is named
// before anything is said of one that is missing: it may be the same one.
func readArguments(raw json.RawMessage, arguments []argument) (given, error) {
	sent := map[string]any{}
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && string(raw) != "null" {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if err := decoder.Decode(&sent); err != nil || sent == nil {
			return nil, refuse("the arguments must be a JSON object")
		}
		if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
			return nil, refuse("the arguments must be one JSON object")
		}
	}
	var names []string
	for _, a := range arguments {
		names = append(names, a.name)
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if !slices.Contains(names, name) {
			return nil, refuse("this tool has no argument %q; it takes %s", cutBefore(name, 100), strings.Join(names, ", "))
		}
	}
	read := given{}
	for _, a := range arguments {
		value, there, err := a.read(sent[a.name])
		if err != nil {
			return nil, refuse("%s: %s", a.name, err.Error())
		}
		if there {
			read[a.name] = value
		} else if a.needed {
			return nil, refuse("%s is needed: %s", a.name, a.about)
		}
	}
	return read, nil
}

// read returns a value as a query has it, and whether there is one: a list with commas
// between its items, and those within them apart.
func (a argument) read(value any) (string, bool, error) {
	if list, ok := value.([]any); ok && (a.sort == sortList || len(a.oneOf) > 0) {
		var words []string
		for _, item := range list {
			word, err := textOf(item)
			if err != nil {
				return "", false, errors.New("must be a list of texts")
			}
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, strings.NewReplacer(`\`, `\\`, `,`, `\,`).Replace(word))
			}
		}
		if len(words) == 0 {
			return "", false, nil
		}
		if len(words) > a.longest() {
			return "", false, fmt.Errorf("has %d items, and may have %d", len(words), a.longest())
		}
		text, err := a.checked(strings.Join(words, ","))
		return text, true, err
	}
	text, err := textOf(value)
	if err != nil {
		return "", false, err
	}
	if !a.empty {
		text = strings.TrimSpace(text)
	}
	if value == nil || text == "" && !a.empty {
		return "", false, nil
	}
	text, err = a.checked(text)
	return text, true, err
}

// textOf returns a single value as text.
func textOf(value any) (string, error) {
	switch value := value.(type) {
	case nil:
		return "", nil
	case string:
		return value, nil
	case json.Number:
		return value.String(), nil
	case bool:
		return strconv.FormatBool(value), nil
	}
	return "", errors.New("must be a single value")
}

// checked returns a value that is one of this argument's.
func (a argument) checked(text string) (string, error) {
	number, notANumber := strconv.ParseFloat(text, 64)
	switch a.sort {
	case sortWhole:
		if notANumber != nil || number != math.Trunc(number) || number < float64(a.least) || number > float64(a.most) {
			return "", fmt.Errorf("must be a whole number from %d to %d", a.least, a.most)
		}
		return strconv.FormatInt(int64(number), 10), nil
	case sortNumber:
		if notANumber != nil || math.IsNaN(number) || math.IsInf(number, 0) {
			return "", errors.New("must be a number")
		}
		return text, nil
	case sortTruth:
		if text = strings.ToLower(text); text != "true" && text != "false" {
			return "", errors.New("must be true or false")
		}
		return text, nil
	case sortText, sortList:
	}
	most := a.longest()
	if a.sort == sortList {
		most = 2_000
	}
	if length := utf8.RuneCountInString(text); length > most {
		return "", fmt.Errorf("has %d characters, and may have %d", length, most)
	}
	if a.oneOf == nil {
		return text, nil
	}
	words := strings.Split(strings.ToLower(text), ",")
	for i, word := range words {
		words[i] = strings.TrimSpace(word)
		if !slices.Contains(a.oneOf, words[i]) {
			return "", fmt.Errorf("%q is not one of %s", cutBefore(words[i], 100), strings.Join(a.oneOf, ", "))
		}
	}
	return strings.Join(words, ","), nil
}
