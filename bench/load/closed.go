package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// wrkThreads is how many threads wrk makes its connections with.
const wrkThreads = 2

// script is what wrk runs: the requests in turn, each thread from a place of its own,
// and at the end one line that can be read.
const script = `
local thread_count = 0
function setup(thread)
  thread:set("first", thread_count)
  thread_count = thread_count + 1
end
local wanted = {
%s}
local made, at = {}, 0
function init(args)
  for i, r in ipairs(wanted) do
    local headers = nil
    if r[3] ~= "" then headers = {["Content-Type"] = "application/json"} end
    made[i] = wrk.format(r[1], r[2], headers, r[3] ~= "" and r[3] or nil)
  end
  at = math.floor(first * #made / 2)
end
function request()
  at = at %% #made + 1
  return made[at]
end
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("LOAD %%d %%d %%d %%d %%d\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`

// writeScript writes the script for some requests. What JSON writes as a string Lua
// reads as the same one: both are given bytes of UTF-8, with few escapes.
func writeScript(file string, requests []asked) error {
	var wanted strings.Builder
	for _, r := range requests {
		fmt.Fprintf(&wanted, "{%s, %s, %s},\n", luaString(r.method), luaString(r.path), luaString(r.body))
	}
	return os.WriteFile(file, fmt.Appendf(nil, script, &wanted), 0o600)
}

// luaString writes a text as Lua reads it: whatever is no plain ASCII by its number.
func luaString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%03d", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// turn is what wrk saw.
type turn struct {
	requests, errors int
	took             time.Duration
	p50, p99         time.Duration
	cpu              time.Duration // that the server used; 0 where that is not known
}

// closed asks a server in a closed loop.
func (c *commandLine) closed(ctx context.Context, file string, s *server) (turn, error) {
	before := processor(s.pid)
	seconds := max(1, int((c.Duration / time.Duration(c.Turns)).Seconds()))
	//nolint:gosec // The arguments are numbers, and what this program wrote and started.
	command := exec.CommandContext(ctx, "wrk", "-t", strconv.Itoa(min(wrkThreads, c.Connections)),
		"-c", strconv.Itoa(c.Connections), "-d", strconv.Itoa(seconds)+"s", "--timeout", "10s", "-s", file, s.url)
	said, err := command.CombinedOutput()
	if err != nil {
		return turn{}, fmt.Errorf("wrk: %w: %s", err, said)
	}
	_, line, _ := bytes.Cut(said, []byte("LOAD "))
	var t turn
	var took, p50, p99 int64 // in microseconds
	if _, err := fmt.Sscan(string(line), &t.requests, &took, &t.errors, &p50, &p99); err != nil {
		return turn{}, fmt.Errorf("read what wrk said: %w: %s", err, said)
	}
	t.cpu = processor(s.pid) - before
	t.took, t.p50, t.p99 = time.Duration(took)*time.Microsecond, time.Duration(p50)*time.Microsecond, time.Duration(p99)*time.Microsecond
	return t, nil
}

// scriptFile is where the script of a route is written.
func scriptFile(dir, name string) string { return filepath.Join(dir, name+".lua") }

// getJSON reads one answer.
func getJSON(ctx context.Context, address string, into any) error {
	body, err := newClient(1).send(ctx, address, asked{method: "GET"})
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}
