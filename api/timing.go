package api

import (
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// stageTotal ends the list of stages.
const stageTotal = "total"

// setTimings says in a Server-Timing header, which browsers show beside a request, how
// many milliseconds each stage of the answer took, and all of it. Names of stages are
// tokens of HTTP. An answer without stages has no such header.
func setTimings(c *gin.Context, stages []quarry.StageTime, totalMS float64) {
	if len(stages) == 0 {
		return
	}
	field := make([]byte, 0, 128)
	for _, stage := range stages {
		field = append(appendTiming(field, stage.Stage, float64(stage.Took)/float64(time.Millisecond)), ", "...)
	}
	c.Writer.Header().Set(headerServerTiming, string(appendTiming(field, stageTotal, totalMS)))
}

func appendTiming(to []byte, name string, milliseconds float64) []byte {
	to = append(append(to, name...), ";dur="...)
	return strconv.AppendFloat(to, milliseconds, 'f', 3, 64)
}
