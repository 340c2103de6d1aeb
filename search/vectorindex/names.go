package vectorindex

import "sync"

// names gives every value that a column or a list can have a number. 0 stands
// for no value. Its methods may be called side by side.
type names struct {
	mu      sync.RWMutex
	numbers map[string]uint32
	words   []string
}

func newNames() *names {
	return &names{numbers: map[string]uint32{"": 0}, words: []string{""}}
}

// number returns the number of a word, a new one where it has none.
func (n *names) number(word string) uint32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	number, known := n.numbers[word]
	if !known {
		number = uint32(len(n.words)) //nolint:gosec // There is no room for so many.
		n.numbers[word] = number
		n.words = append(n.words, word)
	}
	return number
}

// known returns the numbers of those of the words that have one.
func (n *names) known(words []string) []uint32 {
	n.mu.RLock()
	defer n.mu.RUnlock()
	numbers := make([]uint32, 0, len(words))
	for _, word := range words {
		if number, ok := n.numbers[word]; ok {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// word returns what a number stands for.
func (n *names) word(number uint32) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.words[number]
}
