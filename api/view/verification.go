package view

import "github.com/quarrykb/quarry/internal/evidence"

// Verification is the answer to: does the source really say this?
type Verification struct {
	Evidence

	// the same for each variant of a question, against its own source; empty for other entries
	Variants []VariantEvidence `json:"variants" validate:"required"`
}

// Evidence is what the stored text has at the place that an entry names.
type Evidence struct {
	// whether the stored text is the recorded one and holds every word and number of the entry
	Verified bool `json:"verified" validate:"required" example:"true"`
	// what the stored text has at the place that the entry names
	Quote string `json:"quote" validate:"required" example:"A warp has 32 threads."`
	// SHA-256 of the stored text, computed now, in lower-case hexadecimal
	TextSHA256 string `json:"text_sha256" validate:"required" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	// further places that the entry rests on, with their texts
	Context []Quote `json:"context" validate:"required"`
	// whether a person has corrected the entry: quote and missing_words are about what its source says; left out where not
	Corrected bool `json:"corrected,omitempty" validate:"optional" example:"true"`
	// words and numbers of the entry that stand nowhere in quote, context and headings
	MissingWords []string `json:"missing_words" validate:"required" example:"warp"`
}

// Quote is a piece of context with its text.
type Quote struct {
	Context

	// what stands there
	Text string `json:"text" validate:"required" example:"| GPU | Memory |"`
}

// VariantEvidence is the same for another occurrence of a question.
type VariantEvidence struct {
	Evidence

	// id of the variant
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
}

// NewEvidence shows what the stored text says.
func NewEvidence(v evidence.Verification) Evidence {
	return Evidence{
		Verified: v.Verified, Quote: v.Quote, TextSHA256: v.TextSHA256,
		Context: Map(v.Context, func(q evidence.Quote) Quote {
			return Quote{Context: viewContext(q.Context), Text: q.Text}
		}),
		MissingWords: Texts(v.MissingWords),
	}
}
