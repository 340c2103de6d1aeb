package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// flushTimeout is how long the end of a server waits for its last spans to be taken.
const flushTimeout = 5 * time.Second

// tracing makes spans of requests and of what they ask for. It holds no word of a
// query, an answer or a document. A nil one traces nothing.
type tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	log      *slog.Logger
}

// startTracing begins to send spans where the environment, by its variables, says so, or returns nil where it
// asks for none: then nothing is started and nothing is called.
func (s *Session) startTracing(ctx context.Context, environment func(string) string) (*tracing, error) {
	wanted, err := tracesWanted(environment)
	if err != nil || !wanted {
		return nil, err
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start to export traces: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		s.Log.Warn("traces are lost", slog.Any("error", err)) //nolint:sloglint // the library calls this without a context
	}))
	return newTracing(ctx, sdktrace.NewBatchSpanProcessor(exporter), s.Build.Version, s.Log)
}

// newTracing traces to a processor. Which spans are kept, and what they say of their
// service, is read from the environment by the library.
func newTracing(
	ctx context.Context, to sdktrace.SpanProcessor, version string, log *slog.Logger,
) (*tracing, error) {
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "quarry"),
			attribute.String("service.version", version)),
		resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe the service for traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(to), sdktrace.WithResource(about))
	return &tracing{provider: provider, tracer: provider.Tracer("github.com/quarrykb/quarry"), log: log}, nil
}

// stop sends what was not sent yet, and gives up after a while: a collector that is
// gone keeps no server from ending.
func (t *tracing) stop(ctx context.Context) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.log.WarnContext(ctx, "the last traces are lost", slog.Any("error", err))
	}
}

// handler makes a span of every request but those of probes and scrapers, in the trace
// of its caller where it belongs to one. It is called after the route's pattern.
func (t *tracing) handler(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	named := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		span := trace.SpanFromContext(r.Context())
		defer func() {
			span.SetAttributes(attribute.String("http.route", r.Pattern),
				attribute.String("quarry.request_id", w.Header().Get("X-Request-Id")))
		}()
		next.ServeHTTP(w, r)
	})
	return otelhttp.NewHandler(named, "request",
		otelhttp.WithTracerProvider(t.provider), otelhttp.WithMeterProvider(noop.NewMeterProvider()),
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithFilter(func(r *http.Request) bool {
			return r.URL.Path != "/livez" && r.URL.Path != "/readyz" && r.URL.Path != "/metrics"
		}),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string {
			if r.Pattern == "" {
				return r.Method
			}
			return r.Method + " " + r.Pattern
		}))
}

// idOf returns what names the trace that a context belongs to; nil where there are none.
func (t *tracing) idOf() func(context.Context) string {
	if t == nil {
		return nil
	}
	return func(ctx context.Context) string {
		if in := trace.SpanContextFromContext(ctx); in.HasTraceID() {
			return in.TraceID().String()
		}
		return ""
	}
}

// within begins a span as a part of another one. What no request asked for, such as the
// work of followers, has none, and nothing has where there are no traces.
func (t *tracing) within(ctx context.Context, name string) (context.Context, trace.Span) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, trace.SpanFromContext(ctx)
	}
	return t.tracer.Start(ctx, name)
}

// tracesWanted reports whether the environment asks for traces, by the names that
// OpenTelemetry gives its variables: it names an exporter or where to send to, and
// does not switch all of it off.
func tracesWanted(get func(string) string) (bool, error) {
	if strings.EqualFold(get("OTEL_SDK_DISABLED"), "true") {
		return false, nil
	}
	endpoint := get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") + get("OTEL_EXPORTER_OTLP_ENDPOINT")
	switch exporter := get("OTEL_TRACES_EXPORTER"); {
	case exporter == "none", exporter == "" && endpoint == "":
		return false, nil
	case exporter != "" && exporter != "otlp":
		return false, quarry.Errorf(quarry.KindInvalid, "OTEL_TRACES_EXPORTER=%s is not there: otlp and none are",
			exporter)
	}
	protocol := cmp.Or(get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), get("OTEL_EXPORTER_OTLP_PROTOCOL"),
		otlpProtocol)
	if protocol != otlpProtocol {
		return false, quarry.Errorf(quarry.KindInvalid, "traces are sent as %s only, not as %s", otlpProtocol,
			protocol)
	}
	return true, nil
}

// otlpProtocol is how traces are sent.
const otlpProtocol = "http/protobuf"

// tracedWords is the index of words with a span around every search.
type tracedWords struct {
	*bleveindex.Index

	traces *tracing
}

// Search ranks as the index does.
func (e tracedWords) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	return e.traces.search(ctx, search.EngineLexical, e.Index, q)
}

// tracedMeaning is the index of meanings with a span around every search.
type tracedMeaning struct {
	*vectorindex.Index

	traces *tracing
}

// Search ranks as the index does.
func (e tracedMeaning) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	return e.traces.search(ctx, search.EngineVector, e.Index, q)
}

// search asks an engine within a span, which says how much was found, never what.
func (t *tracing) search(ctx context.Context, name string, engine search.Engine, q quarry.Query) (search.Ranking, error) {
	ctx, span := t.within(ctx, "search "+name)
	ranking, err := engine.Search(ctx, q)
	endSpan(span, err, attribute.Int("quarry.hits", len(ranking.Hits)), attribute.Int("quarry.total", ranking.Total))
	return ranking, err
}

// tracedReranker is a reranker with a span around every search.
type tracedReranker struct {
	search.Reranker

	traces *tracing
}

// Rerank reads as the reranker does.
func (r tracedReranker) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	ctx, span := r.traces.within(ctx, "rerank")
	scores, err := r.Reranker.Rerank(ctx, query, texts)
	endSpan(span, err, attribute.Int("quarry.entries", len(texts)))
	return scores, err
}

// endSpan ends a span. Of an error it says the kind for callers only: its text may
// repeat what was asked.
func endSpan(span trace.Span, err error, attributes ...attribute.KeyValue) {
	span.SetAttributes(attributes...)
	if err != nil {
		span.SetStatus(codes.Error, quarry.Explain(err).Code)
	}
	span.End()
}

// tracedEntries is a store with a span around the reading of a page's entries.
type tracedEntries struct {
	search.EntryReader

	traces *tracing
}

// Entries reads as the store does.
func (e tracedEntries) Entries(
	ctx context.Context, refs []quarry.EntryRef,
) ([]quarry.Entry, quarry.Sequence, error) {
	ctx, span := e.traces.within(ctx, "read entries")
	entries, revision, err := e.EntryReader.Entries(ctx, refs)
	endSpan(span, err, attribute.Int("quarry.entries", len(entries)))
	return entries, revision, err
}
