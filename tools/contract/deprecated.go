package contract

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// The extensions by which annotations say since when something is deprecated, and
// from when on it may be gone.
const (
	deprecatedSince = "x-deprecated-since"
	sunset          = "x-sunset"
)

// shortestNotice is how long something that is deprecated stays at least.
const shortestNotice = 180 * 24 * time.Hour

// sayDeprecated marks what has a date of its deprecation: Swagger 2.0 knows
// deprecated operations and no deprecated parameters. Whatever is marked needs a
// date, and time to leave.
func sayDeprecated(root tree) error {
	var faults []error
	for _, each := range operationsOf(root) {
		where := strings.ToUpper(each.method) + " " + each.path
		faults = append(faults, deprecate(where, each.node))
		for _, parameter := range treesIn(each.node, "parameters") {
			faults = append(faults, deprecate(fmt.Sprintf("%s: %v", where, parameter["name"]), parameter))
		}
	}
	return errors.Join(faults...)
}

// deprecate marks one operation or parameter, where it has a date.
func deprecate(where string, node tree) error {
	since, dated := node[deprecatedSince].(string)
	if !dated {
		if node["deprecated"] == true {
			return fmt.Errorf("%s is deprecated, and no %s says since when", where, deprecatedSince)
		}
		return nil
	}
	node["deprecated"] = true
	from, err := time.Parse(time.DateOnly, since)
	if err != nil {
		return fmt.Errorf("%s: %s is %q, which is no date", where, deprecatedSince, since)
	}
	last, ends := node[sunset].(string)
	if !ends {
		return nil
	}
	to, err := time.Parse(time.DateOnly, last)
	if err != nil || to.Sub(from) < shortestNotice {
		return fmt.Errorf("%s: %s is %q, which is no date at least 180 days behind %s", where, sunset, last, since)
	}
	return nil
}
