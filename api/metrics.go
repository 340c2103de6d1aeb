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
}

func newMetrics(build string) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quarry_http_requests_total", Help: "Requests answered, by method, route and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quarry_http_request_seconds", Help: "Time to answer, by route.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 4, 8),
		}, []string{"route"}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quarry_build_info", Help: "Always 1; the label says which build runs.",
		ConstLabels: prometheus.Labels{"version": build},
	})
	info.Set(1)
	m.registry.MustRegister(m.requests, m.seconds, info,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) count(c *gin.Context, took time.Duration) {
	route := c.FullPath()
	if route == "" {
		route = otherLabel
	}
	m.requests.WithLabelValues(methodLabel(c.Request.Method), route, strconv.Itoa(c.Writer.Status())).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
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
//	@Description	Counters and timings in the Prometheus text format, labelled by route pattern.
//	@Tags			operations
//	@Produce		plain
//	@Success		200	{string}	string	"the metrics"
//	@Header			all	{string}	X-Request-Id	"names the request in the log"
//	@Failure		400	{object}	Problem
//	@Failure		500	{object}	Problem
//	@Router			/metrics [get]
func (s *Server) getMetrics(c *gin.Context) {
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{DisableCompression: true}).ServeHTTP(c.Writer, c.Request)
}
