package claim

import (
	"strconv"
	"strings"
)

// crowdOf returns how many of a device some words speak of ("8x H100"), and as
// what they stand together ("an H100 server"); "" where the words do not say.
func (r *Reader) crowdOf(words, device string) (string, string) {
	at := indexWord(words, device, 0)
	if at < 0 || device == "" {
		return "", ""
	}
	count := r.crowd(words[:at])
	behind := tokensOf(nearWords(words[at+len(device):]))
	for _, word := range behind[:min(len(behind), 2)] {
		switch {
		case r.cues[crowdWords].Has(word.text):
			return count, word.text
		case word.text != "gpu" && word.text != "gpus":
			return count, ""
		}
	}
	return count, ""
}

// crowd returns the number that a text ends with, where it can be one of
// devices: no year, and more than one.
func (r *Reader) crowd(before string) string {
	before = strings.TrimRight(before, " ")
	if spelled := r.countOf(before[strings.LastIndexByte(before, ' ')+1:]); spelled != "" {
		return spelled
	}
	for _, times := range []string{"x", "×"} {
		before = strings.TrimRight(strings.TrimSuffix(before, times), " ")
	}
	start := len(before)
	for start > 0 && (isNumeric(before[start-1:start]) || (before[start-1] == ',' && start < len(before))) {
		start--
	}
	number := strings.ReplaceAll(before[start:], ",", "")
	whole := start == 0 || before[start-1] == ' ' || before[start-1] == '('
	year := len(number) == 4 && (strings.HasPrefix(number, "19") || strings.HasPrefix(number, "20")) && !strings.Contains(before[start:], ",")
	if number == "" || number == "1" || len(number) > mostDigitsOfCrowd || year || !whole {
		return ""
	}
	return number
}

// countOf returns the number above one that a word spells, "" for none.
func (r *Reader) countOf(word string) string {
	number, length := r.numerals.Read(word)
	if length == 0 || length < len(word) || number <= 1 {
		return ""
	}
	return strconv.Itoa(int(number))
}

// mostDigitsOfCrowd is how many digits the number of devices in one place has.
const mostDigitsOfCrowd = 6
