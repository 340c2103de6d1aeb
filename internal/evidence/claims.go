package evidence

import (
	"github.com/quarrykb/quarry"
)

// Verify holds the claims of evidence against its texts, and answers in their order. A
// claim on a text that is not there is not verified.
func Verify(e quarry.Evidence) []Verification {
	verifiers := make(map[quarry.DocumentID]*Verifier, len(e.Texts))
	for id, stored := range e.Texts {
		verifiers[id] = NewVerifier(stored.Text, stored.SHA256)
	}
	found := make([]Verification, 0, len(e.Claims))
	for _, claim := range e.Claims {
		verifier := verifiers[claim.Source.DocumentID]
		if verifier == nil {
			verifier = NewVerifier(nil, "")
		}
		found = append(found, verifier.Verify(claim.Source, claim.Words...))
	}
	return found
}
