package api

import (
	"context"
	"fmt"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// LivenessView says that the process answers.
type LivenessView struct {
	Status string `json:"status" validate:"required" example:"alive" enums:"alive"`
}

// ReadinessView says that requests may be sent here. Reasons name what lags
// behind; they do not keep requests away.
type ReadinessView struct {
	Status  string   `json:"status"  validate:"required" example:"ready" enums:"ready"`
	Reasons []string `json:"reasons" validate:"required" example:"lexical is 3 changes behind"`
}

// getLiveness answers as long as the process does.
//
//	@ID				getLiveness
//	@Summary		Is the process alive?
//	@Description	Answers 200 as long as the process answers at all. Any Host is let in.
//	@Tags			operations
//	@Produce		json
//	@Success		200	{object}	LivenessView
//	@Header			all	{string}	X-Request-Id	"names the request in the log"
//	@Failure		400	{object}	Problem
//	@Failure		500	{object}	Problem
//	@Router			/livez [get]
func (s *Server) getLiveness(c *gin.Context) { s.answer(c, LivenessView{Status: "alive"}) }

// getReadiness answers whether requests may be sent here.
//
//	@ID				getReadiness
//	@Summary		Is the server ready?
//	@Description	Answers 200 from the moment at which every index has reached the last change, or waits for an embedder elsewhere that does not answer; 503 before, without the store, and while shutting down. Later lag is a reason inside a 200. Any Host is let in.
//	@Tags			operations
//	@Produce		json
//	@Success		200	{object}	ReadinessView
//	@Header			all	{string}	X-Request-Id	"names the request in the log"
//	@Failure		400	{object}	Problem
//	@Failure		500	{object}	Problem
//	@Failure		503	{object}	Problem
//	@Router			/readyz [get]
func (s *Server) getReadiness(c *gin.Context) {
	reasons, err := s.readiness(c.Request.Context())
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answer(c, ReadinessView{Status: "ready", Reasons: reasons})
}

// Drain makes /readyz answer 503 from now on, so that no new requests are sent
// here while the last ones are answered.
func (s *Server) Drain() { s.draining.Store(true) }

// readiness returns what lags behind, or why the server is not ready.
func (s *Server) readiness(ctx context.Context) ([]string, error) {
	if s.draining.Load() {
		return nil, errNotReady("the server is shutting down")
	}
	revision, err := s.revisions.Revision(ctx)
	if err != nil {
		return nil, errNotReady("the store does not answer").Because(err)
	}
	reasons, waiting := s.lagging(ctx, revision)
	if len(reasons) == 0 {
		s.started.Store(true)
	}
	if reasons = append(reasons, waiting...); !s.started.Load() {
		return nil, errNotReady(strings.Join(reasons, "; "))
	}
	return texts(reasons), nil
}

func errNotReady(reason string) *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "not ready: %s", reason).WithCode("not_ready")
}

// lagging names the followers that have not reached the revision: those that are
// on their way, and those that wait for somebody outside. Without the latter
// requests are answered, and degraded says what lacks.
func (s *Server) lagging(ctx context.Context, revision quarry.Sequence) ([]string, []string) {
	var coming, waiting []string
	for _, state := range s.states(ctx) {
		var reason string
		switch {
		case state.Ready && !state.Building && state.Cursor >= revision:
			continue
		case state.Reason != "":
			reason = fmt.Sprintf("%s: %s", state.Name, state.Reason)
		default:
			reason = fmt.Sprintf("%s is %d changes behind", state.Name, max(revision-state.Cursor, 0))
		}
		if state.Waiting {
			waiting = append(waiting, reason)
		} else {
			coming = append(coming, reason)
		}
	}
	return coming, waiting
}
