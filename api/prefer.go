package api

import (
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// longestWait is the most seconds that a request waits for its job.
const longestWait = 30

// preferredWait returns how long the caller prefers to wait (RFC 7240), and says
// which preference is followed. What cannot be read is no preference, and of two
// of one name the first counts.
func preferredWait(c *gin.Context, usual time.Duration) time.Duration {
	for _, preference := range preferences(c.Request.Header.Values("Prefer")) {
		name, value, _ := strings.Cut(preference, "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "respond-async":
			c.Header("Preference-Applied", "respond-async")
			return 0
		case "wait":
			seconds, err := strconv.Atoi(strings.Trim(strings.TrimSpace(value), `"`))
			if err != nil || seconds < 0 {
				continue
			}
			seconds = min(seconds, longestWait)
			c.Header("Preference-Applied", "wait="+strconv.Itoa(seconds))
			return time.Duration(seconds) * time.Second
		}
	}
	return usual
}

// preferences returns the preferences of header fields without their parameters. A
// wait comes before respond-async: both together mean to wait so long at most.
func preferences(fields []string) []string {
	var waits, others []string
	for _, field := range fields {
		for preference := range strings.SplitSeq(field, ",") {
			bare, _, _ := strings.Cut(preference, ";")
			bare = strings.TrimSpace(bare)
			if strings.HasPrefix(strings.ToLower(bare), "wait") {
				waits = append(waits, bare)
			} else {
				others = append(others, bare)
			}
		}
	}
	return append(waits, others...)
}
