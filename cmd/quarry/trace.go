package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// flushTimeout is how long the end of a server waits for its last spans to be taken.
const flushTimeout = 5 * time.Second

// tracing makes spans of requests and of what they ask for. It holds no word of a
// query, an answer or a document. A nil one traces nothing and costs nothing.
type tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	log      *slog.Logger
}

// startTracing begins to send spans where the environment says, or returns nil where it
// asks for none: then nothing is started and nothing is called.
func (s *session) startTracing(ctx context.Context) (*tracing, error) {
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
	return newTracing(ctx, sdktrace.NewBatchSpanProcessor(exporter), s.Log)
}

// newTracing traces to a processor. Which spans are kept, and what they say of their
// service, is read from the environment by the library.
func newTracing(ctx context.Context, to sdktrace.SpanProcessor, log *slog.Logger) (*tracing, error) {
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "quarry"), attribute.String("service.version", version())),
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
	return traceID
}

// traceID names the trace that a context belongs to; "" for none.
func traceID(ctx context.Context) string {
	if in := trace.SpanContextFromContext(ctx); in.HasTraceID() {
		return in.TraceID().String()
	}
	return ""
}

// within begins a span as a part of another one. What no request asked for, such as the
// work of followers, has none.
func (t *tracing) within(ctx context.Context, name string) (context.Context, trace.Span) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, trace.SpanFromContext(ctx)
	}
	return t.tracer.Start(ctx, name)
}

// engines returns the engines of a search, each with a span around what it is asked.
func (t *tracing) engines(words *bleveindex.Index, meaning *vectorindex.Index) []search.Named {
	if t == nil {
		return []search.Named{
			{Name: search.EngineLexical, Engine: words},
			{Name: search.EngineVector, Engine: meaning},
		}
	}
	return []search.Named{
		{Name: search.EngineLexical, Engine: tracedWords{words, t}},
		{Name: search.EngineVector, Engine: tracedMeaning{meaning, t}},
	}
}
