package main

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry/store/storetest"
)

func BenchmarkLinksAll(b *testing.B) {
	for _, n := range []int{1000, 8000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := newSession(b)
			opened, err := s.open(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			d := storetest.NewDraft("a.md")
			for i := range n {
				d = d.Question(fmt.Sprintf("What is the melting point of %s sample number %d in the furnace?", []string{"alloy", "resin", "fabric", "polymer", "ceramic"}[i%5], i), "")
			}
			d = d.Fact("Melting point", "The melting point of alloy sample number 17 is 900 °C in the furnace, and that of resin is lower.").Passage("A furnace holds a sample at its melting point for an hour.")
			if _, err := opened.store.SaveDocument(b.Context(), d.Knowledge()); err != nil {
				b.Fatal(err)
			}
			if err := opened.readChanges(b.Context()); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := opened.links.CatchUp(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			_ = opened.close()
		})
	}
}
