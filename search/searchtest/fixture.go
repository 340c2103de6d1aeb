package searchtest

import (
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// Entry returns an entry with an id that a reader can tell, standing on its
// line of a document.
func Entry(kind quarry.EntryKind, name, title, text string) quarry.Entry {
	id := quarry.EntryID(string(kind)[:1] + "_" + name)
	return quarry.Entry{
		EntryRef: quarry.EntryRef{Kind: kind, ID: id}, Title: title, Text: text,
		Grade:    quarry.NoGrade(),
		Answered: kind == quarry.EntryQuestion && text != "",
		Source:   SourceAt("notes.md", 1, 1),
	}
}

// SourceAt returns a place in a document of the default collection.
func SourceAt(path string, first, last int) quarry.Source {
	document := quarry.Document{Collection: quarry.DefaultCollection, Path: path}
	return quarry.Source{
		Span:       quarry.Span{LineStart: first, LineEnd: last},
		DocumentID: quarry.DocumentID(quarry.NewID(document.Identity())),
		Collection: document.Collection, Path: path, Title: path,
	}
}

// Library returns a small set of entries of every kind: what the suite searches
// in.
func Library() []quarry.Entry {
	coalescing := Entry(quarry.EntryQuestion, "coalescing", "What is memory coalescing?",
		"Threads of a warp that read neighbouring addresses share one memory transaction.")
	coalescing.Topics = []quarry.TopicID{"memory", "kernels"}
	coalescing.Grade, coalescing.Style = quarry.StatedGrade(quarry.Easy), quarry.StyleOpen
	copied := SourceAt("copy.md", 1, 1)
	coalescing.Elsewhere = []quarry.Place{{DocumentID: copied.DocumentID, Collection: "copies", Path: copied.Path}}

	banks := Entry(quarry.EntryQuestion, "banks", "Why do bank conflicts slow a kernel down?", "")
	banks.Topics = []quarry.TopicID{"memory"}
	banks.Grade, banks.Style = quarry.StatedGrade(quarry.Hard), quarry.StyleScenario
	banks.Source = SourceAt("drills/banks.md", 4, 4)

	roofline := Entry(quarry.EntryFact, "roofline", "Roofline model",
		"Attainable throughput is the lesser of peak compute and bandwidth times intensity.")
	roofline.Topics = []quarry.TopicID{"performance"}
	roofline.Source = SourceAt("roofline.md", 12, 12)

	h100 := Entry(quarry.EntrySpec, "h100", "NVIDIA H100 Memory bandwidth", "Memory bandwidth: 3.35 TB/s (FP16)")
	h100.Source = SourceAt("table.md", 7, 7)
	h200 := Entry(quarry.EntrySpec, "h200", "NVIDIA H200 Memory bandwidth", "Memory bandwidth: 4.8 TB/s (FP8)")
	h200.Source = SourceAt("table.md", 8, 8)

	tiling := Entry(quarry.EntryPassage, "tiling", "Tiling",
		"A tile is loaded into shared memory once and read many times, so that bandwidth is spent once.")
	tiling.Source = SourceAt("guide.md", 30, 44)
	tiling.Source.Collection = quarry.StarterCollection
	tiling.Topics = []quarry.TopicID{"memory"}
	return []quarry.Entry{coalescing, banks, roofline, h100, h200, tiling}
}

// Generate returns n different entries, of every kind in turn, always the same
// ones. Their words fall off in frequency as those of a language do.
func Generate(n int) []quarry.Entry {
	entries := make([]quarry.Entry, n)
	draw := uint64(1)
	words := func(count int) string {
		var b strings.Builder
		for range count {
			draw = draw*6364136223846793005 + 1442695040888963407
			rank := 1 + (draw>>33)%2000
			fmt.Fprintf(&b, "%s ", word(rank*rank/2000))
		}
		return b.String()
	}
	kinds := quarry.EntryKinds()
	for i := range entries {
		kind := kinds[i%len(kinds)]
		entry := Entry(kind, fmt.Sprintf("%020d", i), words(6), words(20+i%60))
		entry.Topics = []quarry.TopicID{quarry.TopicID(word(uint64(i % 17)))}
		entry.Grade = quarry.StatedGrade(quarry.Difficulties()[i%3])
		entry.Source = SourceAt(fmt.Sprintf("generated/%d.md", i/40), 1+i%40*3, 2+i%40*3)
		entries[i] = entry
	}
	return entries
}

// word spells a number as a word that no stemmer and no stop list touches.
func word(number uint64) string {
	const consonants, vowels = "bdfgklmnprtvz", "aou"
	var b strings.Builder
	for range 3 {
		b.WriteByte(consonants[number%uint64(len(consonants))])
		number /= uint64(len(consonants))
		b.WriteByte(vowels[number%uint64(len(vowels))])
		number /= uint64(len(vowels))
	}
	return b.String() + "k"
}
