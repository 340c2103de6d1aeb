package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// getLiveness answers as long as the process does.
//
//	@Summary		Is the process alive?
//	@Description	Answers 200 as long as the process answers at all. Any Host is let in.
//	@Success		200	{object}	view.Liveness
//	@x-probe		true
//	@Router			/livez [get]
func (s *Server) getLiveness(c *gin.Context) error {
	return s.Answer(c, view.Liveness{Status: "alive"})
}

// getReadiness answers whether requests may be sent here.
//
//	@Summary		Is the server ready?
//	@Description	Answers 200 from the moment at which every index has reached the last change, or answers from what it had while it is made anew, or waits for an embedder elsewhere that does not answer; 503 before, without the store, and while shutting down. Later lag, making anew, an embedder that does not answer queries, links that are still looked for, and a backup that failed are reasons inside a 200. A database in which a check has found damage is 503 `database_damaged`: what it answers may be wrong, and nothing but a person mends it. `followers` say how far each is, in a 503 as well: the starter corpus in documents, the others in changes or entries. Any Host is let in.
//	@Success		200	{object}	view.Readiness
//	@Failure		503	{object}	view.Problem	"database_damaged, not_ready"
//	@x-probe		true
//	@Router			/readyz [get]
func (s *Server) getReadiness(c *gin.Context) error {
	ctx := c.Request.Context()
	reasons, err := s.Readiness(ctx)
	followers := view.Map(s.States(ctx), view.NewFollowerProgress)
	if err != nil {
		problem := s.ProblemOf(c, err)
		problem.Followers = followers
		s.Refuse(c, problem)
		return nil
	}
	return s.Answer(c, view.Readiness{Status: "ready", Reasons: reasons, Followers: followers})
}

// Troubles are what is amiss with the data, and not with what follows them.
type Troubles struct {
	Damaged bool     // a check has found damage in the database, which is not ready then
	Notes   []string // what else is worth knowing, and keeps no request away
}

// Drain makes /readyz answer 503 from now on, so that no new requests are sent
// here while the last ones are answered, and ends what waits for jobs.
func (s *Server) Drain() {
	if !s.draining.Swap(true) {
		close(s.drained)
	}
}

// Readiness returns what /readyz does: what lags behind, or as an error why the
// server is not ready. What keeps no request away answers as it did before, or waits for a
// server outside, or adds to answers that are whole without it; degraded says what lacks.
func (s *Server) Readiness(ctx context.Context) ([]string, error) {
	if s.draining.Load() {
		return nil, errNotReady("the server is shutting down")
	}
	revision, err := s.Revisions.Revision(ctx)
	if err != nil {
		return nil, errNotReady("the store does not answer").Because(err)
	}
	troubles := s.config.Troubles()
	if troubles.Damaged {
		return nil, quarry.Errorf(quarry.KindUnavailable, "not ready: the database is damaged. quarry doctor says what is wrong, "+
			"quarry salvage takes out what can be read, quarry restore puts a backup in place").WithCode("database_damaged")
	}
	var coming, noted []string
	for _, state := range s.States(ctx) {
		behind := state.Cursor < revision
		reason := fmt.Sprintf("%s is %d changes behind", state.Name, max(revision-state.Cursor, 0))
		serves := state.Ready && (state.Building || !behind)
		switch {
		case state.Reason != "":
			reason = fmt.Sprintf("%s: %s%s", state.Name, state.Reason, soFar(state))
		case state.Ready && !state.Building && !behind:
			continue
		}
		if serves || state.Waiting || state.Aside {
			noted = append(noted, reason)
		} else {
			coming = append(coming, reason)
		}
	}
	if len(coming) == 0 {
		s.started.Store(true)
	}
	reasons := slices.Concat(coming, noted, troubles.Notes)
	if !s.started.Load() {
		return nil, errNotReady(strings.Join(reasons, "; "))
	}
	return view.Texts(reasons), nil
}

// soFar says how much a follower has done of what it works on, "" where it says nothing.
func soFar(state quarry.FollowerState) string {
	switch {
	case state.Total > 0:
		return fmt.Sprintf(", %d of %d", state.Done, state.Total)
	case state.Done > 0:
		return fmt.Sprintf(", %d so far", state.Done)
	}
	return ""
}

func errNotReady(reason string) *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "not ready: %s", reason).WithCode("not_ready")
}
