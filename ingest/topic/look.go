package topic

import (
	"cmp"
	"maps"
	"slices"
)

// read is an entry that was looked through.
type read struct {
	Entry

	title, text     phrase
	titleWords      int // that say something
	inTitle, inText hits
	measured        []int // the topics of what a spec measures
	ofField         bool
}

// paper is a document that was looked through.
type paper struct {
	*Reader

	subjects  []subject
	entries   []read
	headings  map[string]phrase
	inHeading map[string]hits
	standings []standing // of the subjects
	ofField   bool
	name      phrase
}

// look looks through a document.
func (r *Reader) look(title string, entries []Entry) *paper {
	r = r.of(entries)
	p := &paper{
		Reader: r, subjects: slices.Clone(r.subjects), entries: make([]read, len(entries)), headings: map[string]phrase{},
		inHeading: map[string]hits{}, name: r.phrase(title),
	}
	sure := 0
	for i, entry := range entries {
		one := &p.entries[i]
		one.Entry, one.title, one.text = entry, r.phrase(entry.Title), r.phrase(entry.Text)
		one.titleWords = r.content(one.title.words)
		one.inTitle, one.inText = r.keywords.find(one.title), r.keywords.find(one.text)
		one.ofField = one.inTitle.field || one.inText.field
		if one.ofField {
			sure++
		}
		for _, heading := range entry.Heading {
			if _, known := p.headings[heading]; !known {
				p.headings[heading] = r.phrase(heading)
				p.inHeading[heading] = r.keywords.find(p.headings[heading])
			}
			one.ofField = one.ofField || p.inHeading[heading].field
		}
	}
	p.ofField = fieldShare*sure >= len(entries)
	p.judgeField()
	if !p.ofField {
		p.discover()
	}
	for i := range p.subjects {
		one := &p.subjects[i]
		stems := p.stemsOf(one.words)
		for _, stem := range stems {
			one.rare += p.rarity.Share(stem) / float64(len(stems))
		}
	}
	p.stand()
	return p
}

// judgeField takes away what everyday words say where neither the document nor the entry
// are of the lexicon's field: "performance" is a matter of law, too.
func (p *paper) judgeField() {
	namesDevice := map[string]bool{}
	names := func(written string) bool {
		named, known := namesDevice[written]
		if !known {
			named = len(p.lexicon.DevicesIn(written)) > 0
			namesDevice[written] = named
		}
		return named
	}
	for i := range p.entries {
		one := &p.entries[i]
		if !p.ofField && !one.ofField && len(one.inTitle.of)+len(one.inText.of) > 0 {
			one.ofField = names(one.Title) || names(one.Text) || slices.ContainsFunc(one.Heading, names)
		}
		if !p.ofField && !one.ofField {
			one.inTitle.dropEveryday()
			one.inText.dropEveryday()
		}
		if one.Attribute != "" {
			one.measured = p.ofAttribute[one.Attribute]
		}
	}
}

func (h *hits) dropEveryday() {
	for topic, one := range h.of {
		if !one.sure {
			delete(h.of, topic)
		}
	}
}

// discover adds the topics that a document brings itself.
func (p *paper) discover() {
	subjects, found := p.gather(p.name, p.entries, p.headings, len(p.subjects))
	p.subjects = append(p.subjects, subjects...)
	for i := range p.entries {
		one := &p.entries[i]
		one.inTitle.join(found.find(one.title))
		one.inText.join(found.find(one.text))
	}
	for heading, said := range p.inHeading {
		said.join(found.find(p.headings[heading]))
		p.inHeading[heading] = said
	}
}

func (h *hits) join(other hits) {
	if h.of == nil {
		h.of = other.of
		return
	}
	maps.Copy(h.of, other.of)
}

// standing is what a document as a whole says of a topic.
type standing struct {
	entries int     // that say its words, or stand below them
	outside int     // and those that say it and are not below
	series  float64 // how much of its words stand in headings beside its own
}

// stand tells what the document as a whole says of each topic.
func (p *paper) stand() {
	p.standings = make([]standing, len(p.subjects))
	for i := range p.entries {
		one := &p.entries[i]
		above, said := map[int]bool{}, map[int]bool{}
		for _, heading := range one.Heading {
			for at := range p.inHeading[heading].of {
				above[at] = true
			}
		}
		for _, found := range []hits{one.inTitle, one.inText} {
			for at := range found.of {
				said[at] = true
			}
		}
		for at := range above {
			p.standings[at].entries++
		}
		for at := range said {
			if s := &p.standings[at]; !above[at] {
				s.entries++
				s.outside++
			}
		}
	}
	p.findSeries()
}

// findSeries notes how much the headings beside one say the same.
func (p *paper) findSeries() {
	beside := map[string][]string{}
	for i := range p.entries {
		above := ""
		for _, heading := range p.entries[i].Heading {
			if !slices.Contains(beside[above], heading) {
				beside[above] = append(beside[above], heading)
			}
			above += "\n" + heading
		}
	}
	for _, siblings := range beside {
		if len(siblings) < 2 {
			continue
		}
		in := map[string]int{}
		for _, heading := range siblings {
			words := slices.Clone(p.headings[heading].words)
			slices.Sort(words)
			for _, word := range slices.Compact(words) {
				in[word]++
			}
		}
		for _, heading := range siblings {
			for at := range p.inHeading[heading].of {
				sum := 0.0
				for _, word := range p.subjects[at].words {
					sum += float64(max(0, in[word]-1)) / float64(len(siblings)-1)
				}
				s := &p.standings[at]
				s.series = max(s.series, sum/float64(max(1, len(p.subjects[at].words))))
			}
		}
	}
}

// stemsOf returns the stems of the words that say something.
func (r *Reader) stemsOf(words []string) []string {
	var stems []string
	for _, word := range words {
		if !r.stops[word] {
			stems = append(stems, r.stems.Stem(word))
		}
	}
	return stems
}

// candidate is a topic that an entry may have.
type candidate struct {
	at       int
	features []float64
	fits     float64 // how likely
}

// candidates returns the topics that an entry may have, by their places.
func (p *paper) candidates(i int) []candidate {
	one := &p.entries[i]
	may := map[int]bool{}
	for _, found := range []hits{one.inTitle, one.inText} {
		for at := range found.of {
			may[at] = true
		}
	}
	said := len(may)
	for _, heading := range one.Heading {
		for at, h := range p.inHeading[heading].of {
			if h.sure || p.ofField || one.ofField || !p.subjects[at].known {
				may[at] = true
			}
		}
	}
	for _, at := range one.measured {
		may[at] = true
	}
	all := make([]candidate, 0, len(may))
	for at := range may {
		all = append(all, candidate{at: at})
	}
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(a.at, b.at) })
	for c := range all {
		s := scene{paper: p, entry: one, at: all[c].at, rivals: said}
		for _, f := range features(p.subjects[all[c].at].known) {
			all[c].features = append(all[c].features, f.of(&s))
		}
	}
	return all
}
