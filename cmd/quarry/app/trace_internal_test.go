package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// parentTrace is the trace of a caller, and its header.
const (
	parentTrace  = "0af7651916cd43dd8448eb211c80319c"
	parentHeader = "00-" + parentTrace + "-b7ad6b7169203331-01"
)

// traced is a session over a filled base, whose spans are kept in memory.
func traced(t *testing.T) (http.Handler, *tracetest.InMemoryExporter) {
	t.Helper()
	s, kept := newRun(t), tracetest.NewInMemoryExporter()
	traces, err := newTracing(t.Context(), sdktrace.NewSimpleSpanProcessor(kept), "test", s.Log)
	if err != nil {
		t.Fatal(err)
	}
	s.traces = traces
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeApp(t, opened) })
	fillApp(t, opened)
	if followed := kept.GetSpans(); len(followed) > 0 {
		t.Errorf("what followers do has %d spans, and it was not asked for", len(followed))
	}
	server, err := s.Handler(t.Context(), opened, api.Config{TraceID: s.traces.idOf()})
	if err != nil {
		t.Fatal(err)
	}
	return s.traces.handler(server.Handler()), kept
}

func askTraced(t *testing.T, handler http.Handler, target string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, http.NoBody)
	r.Host = "localhost"
	r.Header.Set("Traceparent", parentHeader)
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, r)
	return answer
}

func TestASearchIsASpanWithASpanForEachEngine(t *testing.T) {
	t.Parallel()
	handler, kept := traced(t)
	if answer := askTraced(t, handler, "/v1/search?q=kiln+fires+clay"); answer.Code != http.StatusOK {
		t.Fatalf("search = %d: %s", answer.Code, answer.Body)
	}
	var names []string
	for _, span := range kept.GetSpans() {
		names = append(names, span.Name)
		if got := span.SpanContext.TraceID().String(); got != parentTrace {
			t.Errorf("%s belongs to the trace %s, want the caller's %s", span.Name, got, parentTrace)
		}
		for _, attribute := range span.Attributes {
			if text := attribute.Value.String(); strings.Contains(text, "kiln") || strings.Contains(text, "clay") {
				t.Errorf("%s of %s is %q: words of a query must not leave", attribute.Key, span.Name, text)
			}
		}
	}
	slices.Sort(names)
	want := []string{"GET /v1/search", "read entries", "search lexical", "search vector"}
	if !slices.Equal(names, want) {
		t.Errorf("spans = %q, want %q", names, want)
	}
}

func TestARequestsSpanHasItsRouteAndId(t *testing.T) {
	t.Parallel()
	handler, kept := traced(t)
	answer := askTraced(t, handler, "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa")
	spans := kept.GetSpans()
	if len(spans) != 1 || spans[0].Name != "GET /v1/facts/:id" {
		t.Fatalf("spans = %v, want one of the route", spans)
	}
	attributes := map[string]string{}
	for _, attribute := range spans[0].Attributes {
		attributes[string(attribute.Key)] = attribute.Value.String()
	}
	for name, want := range map[string]string{
		"http.route": "/v1/facts/:id", "quarry.request_id": answer.Header().Get("X-Request-Id"), "http.response.status_code": "404",
	} {
		if attributes[name] != want || want == "" {
			t.Errorf("%s = %q, want %q", name, attributes[name], want)
		}
	}
}

func TestProbesHaveNoSpans(t *testing.T) {
	t.Parallel()
	handler, kept := traced(t)
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		askTraced(t, handler, path)
	}
	if spans := kept.GetSpans(); len(spans) > 0 {
		t.Errorf("%d spans, want none", len(spans))
	}
}

func TestTracesAreSentOnlyWhereTheEnvironmentAsksForThem(t *testing.T) {
	t.Parallel()
	const endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
	for name, tc := range map[string]struct {
		environment map[string]string
		wanted      bool
		refused     string
	}{
		"nothing is said":           {nil, false, ""},
		"an endpoint":               {map[string]string{endpoint: "http://127.0.0.1:4318"}, true, ""},
		"an endpoint of traces":     {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"}, true, ""},
		"the exporter by its name":  {map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true, ""},
		"none":                      {map[string]string{"OTEL_TRACES_EXPORTER": "none", endpoint: "http://127.0.0.1:4318"}, false, ""},
		"all is switched off":       {map[string]string{"OTEL_SDK_DISABLED": "TRUE", endpoint: "http://127.0.0.1:4318"}, false, ""},
		"an exporter that is not":   {map[string]string{"OTEL_TRACES_EXPORTER": "zipkin"}, false, "OTEL_TRACES_EXPORTER=zipkin"},
		"a protocol that is not":    {map[string]string{endpoint: "http://127.0.0.1:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, false, "http/protobuf only"},
		"a protocol that is unused": {map[string]string{"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, false, ""},
	} {
		wanted, err := tracesWanted(func(name string) string { return tc.environment[name] })
		if wanted != tc.wanted || (err == nil) != (tc.refused == "") || (err != nil && !strings.Contains(err.Error(), tc.refused)) {
			t.Errorf("%s: wanted %t, error %v; want %t and %q", name, wanted, err, tc.wanted, tc.refused)
		}
		if err != nil && !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: %v is not about the way that it was called", name, err)
		}
	}
}

// BenchmarkTracing measures what a request costs without traces, and with them.
func BenchmarkTracing(b *testing.B) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	on, err := newTracing(b.Context(), sdktrace.NewBatchSpanProcessor(tracetest.NewNoopExporter()), "test", slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer on.stop(b.Context())
	var off *tracing
	for name, handler := range map[string]http.Handler{"off": off.handler(answer), "on": on.handler(answer)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/v1/search?q=x", http.NoBody))
			}
		})
	}
}
