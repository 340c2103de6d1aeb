package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/topic"
	"github.com/quarrykb/quarry/internal/fit"
)

func dumpProposals(papers []topicPaper, said map[string]map[string]float64) {
	dir := os.Getenv("DUMP")
	if dir == "" {
		return
	}
	total, names := 0, 0
	for _, p := range papers {
		var out strings.Builder
		by := map[int][]topic.Case{}
		for _, c := range p.reader.Cases(p.title, p.entries) {
			by[c.Entry] = append(by[c.Entry], c)
		}
		for i := range p.entries {
			u, ok := p.units[i]
			if !ok {
				continue
			}
			cs := by[i]
			pr := func(c topic.Case) float64 { return said[p.name][topic.CaseKey(c)] }
			slices.SortStableFunc(cs, func(a, b topic.Case) int {
				if pr(a) > pr(b) {
					return -1
				}
				if pr(a) < pr(b) {
					return 1
				}
				return 0
			})
			ids, shown := []string{}, []string{}
			for _, c := range cs {
				if pr(c) >= 0.08 && len(ids) < 7 {
					ids = append(ids, string(c.Topic.ID)+"\t"+c.Topic.Name)
				}
			}
			slices.Sort(ids)
			for k, id := range ids {
				a, b, _ := strings.Cut(id, "\t")
				ids[k] = a
				shown = append(shown, b)
			}
			total++
			names += len(ids)
			e := p.entries[i]
			line, _ := json.Marshal(map[string]any{"n": i, "line": u.LineStart, "unit_text": u.Text, "kind": e.Kind, "heading": strings.Join(e.Heading, " > "), "title": e.Title, "text": e.Text, "ids": ids, "names": shown})
			out.Write(line)
			out.WriteString("\n")
		}
		os.WriteFile(filepath.Join(dir, strings.ReplaceAll(p.name, "/", "--")), []byte(out.String()), 0o644)
	}
	println("entries", total, "names", names)
	_ = fit.Yes
}
