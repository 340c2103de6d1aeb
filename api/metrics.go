package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
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
			Name: "quarry_http_received_bytes_total", Help: "Bytes of the bodies of requests, as their headers state them, by route.",
		}, []string{"route"}),
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quarry_http_sent_bytes_total", Help: "Bytes of the bodies of answers, by route.",
		}, []string{"route"}),
		flying: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "quarry_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
	}
	queue := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quarry_http_requests_waiting", Help: "Requests of those in flight that wait for a turn to be computed.",
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
//	@ID				getMetrics
//	@Summary		Scrape metrics
//	@Description	Counters and timings in the Prometheus text format, labelled by route pattern; the revision, how far each follower is behind it, how many jobs are in which state, and what the data takes on the disk.
//	@Tags			operations
//	@Produce		plain
//	@Success		200	{string}	string	"the metrics"
//	@Header			all	{string}	X-Request-Id	"names the request in the log"
//	@Failure		400	{object}	Problem
//	@Failure		421	{object}	Problem
//	@Failure		500	{object}	Problem
//	@Router			/metrics [get]
func (s *Server) getMetrics(c *gin.Context) {
	all := prometheus.Gatherers{s.metrics.registry, s.knowledgeMetrics(c.Request.Context())}
	promhttp.HandlerFor(all, promhttp.HandlerOpts{DisableCompression: true}).ServeHTTP(c.Writer, c.Request)
}
