package api

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/quarrykb/quarry"
)

// otherLabel stands for whatever no route and no known method matches, so that
// callers cannot make new series.
const otherLabel = "other"

// metrics counts what the server does, in a registry of its own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	received *prometheus.CounterVec
	sent     *prometheus.CounterVec
	flying   prometheus.Gauge
}

// newMetrics returns the metrics of a build; waiting counts the requests that wait for a
// turn.
func newMetrics(build string, waiting func() int64) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quarry_http_requests_total", Help: "Requests answered, by method, route and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quarry_http_request_seconds", Help: "Time to answer, by route.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 4, 8),
		}, []string{"route"}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quarry_http_received_bytes_total",
			Help: "Bytes of the bodies of requests, as their headers state them, by route.",
		}, []string{"route"}),
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quarry_http_sent_bytes_total", Help: "Bytes of the bodies of answers, by route.",
		}, []string{"route"}),
		flying: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "quarry_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
	}
	queue := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quarry_http_requests_waiting",
		Help: "Requests of those in flight that wait for a turn to be computed.",
	}, func() float64 { return float64(waiting()) })
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quarry_build_info", Help: "Always 1; the label says which build runs.",
		ConstLabels: prometheus.Labels{"version": build},
	})
	info.Set(1)
	m.registry.MustRegister(m.requests, m.seconds, m.received, m.sent, m.flying, queue, info,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) count(c *gin.Context, took time.Duration) {
	route := routeLabel(c)
	m.requests.WithLabelValues(methodLabel(methodOf(c.Request)), route, strconv.Itoa(c.Writer.Status())).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
	m.received.WithLabelValues(route).Add(float64(max(c.Request.ContentLength, 0)))
	m.sent.WithLabelValues(route).Add(float64(bytesOf(c)))
}

func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete, http.MethodOptions:
		return method
	}
	return otherLabel
}

// getMetrics answers a Prometheus scrape.
//
//	@Summary		Scrape metrics
//	@Description	Counters and timings in the Prometheus text format, labelled by route pattern; the revision, how far each follower is behind it, how many jobs are in which state, and what the data takes on the disk.
//	@Produce		plain
//	@Success		200	{string}	string	"the metrics"
//	@Router			/metrics [get]
func (s *Server) getMetrics(c *gin.Context) {
	all := prometheus.Gatherers{s.metrics.registry, s.knowledgeMetrics(c.Request.Context())}
	promhttp.HandlerFor(all, promhttp.HandlerOpts{DisableCompression: true}).ServeHTTP(c.Writer, c.Request)
}

// routeLabel is the pattern of the request's route, or what stands for all others.
func routeLabel(c *gin.Context) string { return cmp.Or(c.FullPath(), otherLabel) }

// knowledgeMetrics measures the knowledge base as it is at this moment: whether it can be
// asked, its revision, who follows it, which jobs there are, and what it takes on the disk.
// What cannot be read now is left out, for a scrape of the rest still tells something.
func (s *Server) knowledgeMetrics(ctx context.Context) prometheus.Gatherer {
	registry := prometheus.NewRegistry()
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		made := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
		registry.MustRegister(made)
		return made
	}
	truth := func(to prometheus.Gauge, holds bool) {
		to.Set(0)
		if holds {
			to.Set(1)
		}
	}
	_, notReady := s.Readiness(ctx)
	truth(gauge("quarry_ready", "1 where /readyz answers 200.").WithLabelValues(), notReady == nil)
	truth(gauge("quarry_database_damaged", "1 where a check of the database has found damage.").WithLabelValues(),
		s.config.Troubles().Damaged)
	if s.config.Sizes != nil {
		sizes := gauge("quarry_data_bytes", "Bytes on the disk, by part of the data.", "part")
		for part, bytes := range s.config.Sizes(ctx) {
			sizes.WithLabelValues(part).Set(float64(bytes))
		}
	}
	if desk := s.config.Writing.Desk; desk != nil {
		jobs := gauge("quarry_jobs", "Jobs that wait, are done, or ended not long ago, by state.", "state")
		for _, state := range quarry.JobStates() {
			of := quarry.JobFilter{States: []quarry.JobState{state}}
			if page, err := desk.Jobs(ctx, of, quarry.PageRequest{Limit: 1}); err == nil {
				jobs.WithLabelValues(string(state)).Set(float64(page.Total))
			}
		}
	}
	revision, err := s.Revisions.Revision(ctx)
	if err != nil {
		return registry
	}
	gauge("quarry_revision", "Sequence of the last change.").WithLabelValues().Set(float64(revision))
	lag := gauge("quarry_follower_lag_changes", "Changes that a follower has not read yet.", "follower")
	serving := gauge("quarry_follower_ready", "1 where a follower answers from what it has read.", "follower")
	for _, state := range s.States(ctx) {
		lag.WithLabelValues(state.Name).Set(float64(max(revision-state.Cursor, 0)))
		truth(serving.WithLabelValues(state.Name), state.Ready)
	}
	return registry
}
