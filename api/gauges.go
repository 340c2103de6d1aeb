package api

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quarrykb/quarry"
)

// knowledgeMetrics measures the knowledge base as it is at this moment: its revision,
// who follows it, which jobs there are, and what it takes on the disk. What cannot be read now is left out,
// for a scrape of the rest still tells something.
func (s *Server) knowledgeMetrics(ctx context.Context) prometheus.Gatherer {
	registry := prometheus.NewRegistry()
	gauge := func(name, help, label string) *prometheus.GaugeVec {
		made := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{label})
		registry.MustRegister(made)
		return made
	}
	s.healthMetrics(ctx, registry)
	if s.sizes != nil {
		sizes := gauge("quarry_data_bytes", "Bytes on the disk, by part of the data.", "part")
		for part, bytes := range s.sizes(ctx) {
			sizes.WithLabelValues(part).Set(float64(bytes))
		}
	}
	if s.writing.Desk != nil {
		s.countJobs(ctx, gauge("quarry_jobs", "Jobs that wait, are done, or ended not long ago, by state.", "state"))
	}
	revision, err := s.read.Revisions.Revision(ctx)
	if err != nil {
		return registry
	}
	current := prometheus.NewGauge(prometheus.GaugeOpts{Name: "quarry_revision", Help: "Sequence of the last change."})
	registry.MustRegister(current)
	current.Set(float64(revision))
	lag := gauge("quarry_follower_lag_changes", "Changes that a follower has not read yet.", "follower")
	serving := gauge("quarry_follower_ready", "1 where a follower answers from what it has read.", "follower")
	for _, state := range s.states(ctx) {
		lag.WithLabelValues(state.Name).Set(float64(max(revision-state.Cursor, 0)))
		serving.WithLabelValues(state.Name).Set(0)
		if state.Ready {
			serving.WithLabelValues(state.Name).Set(1)
		}
	}
	return registry
}

// healthMetrics says whether the server is ready, and its database damaged.
func (s *Server) healthMetrics(ctx context.Context, registry *prometheus.Registry) {
	_, notReady := s.Readiness(ctx)
	for _, state := range []struct {
		name, help string
		holds      bool
	}{
		{"quarry_ready", "1 where /readyz answers 200.", notReady == nil},
		{"quarry_database_damaged", "1 where a check of the database has found damage.", s.trouble().Damaged},
	} {
		made := prometheus.NewGauge(prometheus.GaugeOpts{Name: state.name, Help: state.help})
		registry.MustRegister(made)
		if state.holds {
			made.Set(1)
		}
	}
}

// countJobs counts jobs by their state, each as far as it can be read.
func (s *Server) countJobs(ctx context.Context, jobs *prometheus.GaugeVec) {
	for _, state := range quarry.JobStates() {
		page, err := s.writing.Desk.Jobs(ctx, quarry.JobFilter{States: []quarry.JobState{state}}, quarry.PageRequest{Limit: 1})
		if err == nil {
			jobs.WithLabelValues(string(state)).Set(float64(page.Total))
		}
	}
}
