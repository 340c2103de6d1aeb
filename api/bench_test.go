package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quarrykb/quarry/api"
)

// BenchmarkQuestionByID measures what the server adds to a store that costs
// nothing, beside a handler that encodes the same view and does nothing else.
func BenchmarkQuestionByID(b *testing.B) {
	k := newKit(b)
	const target = "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa"
	view := decoded[api.QuestionView](b, k.get(b, target), http.StatusOK)
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if err := json.NewEncoder(w).Encode(view); err != nil {
			b.Error(err)
		}
	})
	for name, handler := range map[string]http.Handler{"server": k.handler, "bare": bare} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(httptest.NewRecorder(), request(b, target))
			}
		})
	}
}

// BenchmarkList measures a page of questions with two filters and a limit.
func BenchmarkList(b *testing.B) {
	k := newKit(b)
	b.ReportAllocs()
	for b.Loop() {
		k.handler.ServeHTTP(httptest.NewRecorder(), request(b, "/v1/questions?difficulty=easy,hard&topic=firing&limit=2"))
	}
}
