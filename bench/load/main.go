package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Routes      []string      `arg:"" optional:"" help:"Load only these: search, random, specs, context, crowd; or show the page." placeholder:"ROUTE"`
	Duration    time.Duration `help:"How long each side is asked in a closed loop, and then in an open one, for each route." default:"60s"`
	Turns       int           `help:"In how many turns the sides share that." default:"3"`
	Connections int           `help:"Connections of the closed loop." default:"64"`
	Entries     int           `help:"Generate so many entries in the place of the starter corpus." default:"0"`
	Data        string        `help:"Ask over a copy of this data directory in the place of the starter corpus." placeholder:"DIR"`
	Host        string        `help:"Address of this machine that the servers listen on." default:"127.0.0.1"`
	Binary      string        `help:"Load this quarry; it is built where none is named." placeholder:"FILE"`
	Bare        string        `help:"Be the bare server over this data directory." hidden:"" placeholder:"DIR"`
}

// rarely is how often what measures collects its own garbage, which would be seen as the
// server's delay: when the heap is so many percent larger.
const rarely = 1000

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var line commandLine
	kong.Parse(&line, kong.Name("load"),
		kong.Description("Put a Quarry on this machine under load, beside a bare handler over the same calls."))
	err := line.run(ctx, os.Stdout)
	stop()
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "load: %v\n", err)
		os.Exit(1)
	}
}

func (c *commandLine) run(ctx context.Context, out io.Writer) error {
	if address, err := netip.ParseAddr(c.Host); err != nil || !address.IsLoopback() {
		return fmt.Errorf("%q is no loopback address: only this machine is put under load", c.Host)
	}
	if c.Bare != "" {
		return serveBarely(ctx, out, c.Bare, c.Host)
	}
	if c.Connections < 1 || c.Turns < 1 || c.Duration < time.Second || c.Entries < 0 {
		return errors.New("there is at least one connection, one turn and one second, and no number of entries below 0")
	}
	for _, name := range c.Routes {
		if name != crowdName && name != pageName && !slices.ContainsFunc(routes(), func(r route) bool { return r.name == name }) {
			return fmt.Errorf("no route is called %q", name)
		}
	}
	if _, err := exec.LookPath("wrk"); err != nil && c.besides() {
		return errors.New("wrk is not here, which makes the load; Debian has it: apt-get install wrk")
	}
	debug.SetGCPercent(rarely)
	dir, err := os.MkdirTemp("", "quarry-load-")
	if err != nil {
		return err
	}
	return errors.Join(c.load(ctx, out, dir), os.RemoveAll(dir))
}

// besides reports whether a route is loaded, beside the bare side, and not only what has no
// other side.
func (c *commandLine) besides() bool {
	return len(c.Routes) == 0 || slices.ContainsFunc(c.Routes, func(name string) bool { return name != crowdName && name != pageName })
}

// load makes the data, starts both sides and asks them.
func (c *commandLine) load(ctx context.Context, out io.Writer, dir string) error {
	binary, err := c.binary(ctx, dir)
	if err != nil {
		return err
	}
	ours, bare := filepath.Join(dir, "ours"), filepath.Join(dir, "bare")
	if err := c.fill(ctx, binary, ours); err != nil {
		return err
	}
	if slices.Contains(c.Routes, pageName) {
		if err := c.showPage(ctx, out, dir, binary); err != nil {
			return err
		}
	}
	if len(c.Routes) == 0 || slices.Contains(c.Routes, crowdName) {
		if err := c.crowdAlone(ctx, out, dir, binary); err != nil {
			return err
		}
	}
	if !c.besides() {
		return nil
	}
	if err := os.CopyFS(bare, os.DirFS(ours)); err != nil {
		return fmt.Errorf("copy the data for the bare side: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	quarry, err := start(ctx, ours+".log", binary, "--data", ours, "serve", "--no-starter", "--addr",
		c.Host+":0")
	if err != nil {
		return err
	}
	peer, err := start(ctx, bare+".log", self, "--bare", bare, "--host", c.Host)
	if err != nil {
		return errors.Join(err, quarry.stop())
	}
	return errors.Join(c.askAll(ctx, out, dir, sides{quarry, peer}), peer.stop(), quarry.stop())
}

// binary returns the quarry to load, and builds it where none is named.
func (c *commandLine) binary(ctx context.Context, dir string) (string, error) {
	if c.Binary != "" {
		return filepath.Abs(c.Binary)
	}
	file := filepath.Join(dir, "quarry")
	//nolint:gosec // What its user names is run as its user.
	build := exec.CommandContext(ctx, "go", "build", "-C", "..", "-trimpath", "-o", file, "./cmd/quarry")
	build.Stderr = os.Stderr
	return file, build.Run()
}

// askAll loads every route and prints what came of it.
func (c *commandLine) askAll(ctx context.Context, out io.Writer, dir string, s sides) error {
	if err := s.ours.settled(ctx); err != nil {
		return err
	}
	known, err := readSamples(ctx, s.ours.url)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out,
		"%d questions, %d devices; wrk with %d connections for %v in %d turns a side; then an open loop at half of that rate\n\n",
		len(known.questions), len(known.devices), c.Connections, c.Duration, c.Turns)
	shown, failed := newTable(out), error(nil)
	for _, r := range routes() {
		if len(c.Routes) > 0 && !slices.Contains(c.Routes, r.name) {
			continue
		}
		if !known.has(r) {
			_, _ = fmt.Fprintf(out, "%s: this Quarry has no %s %s\n", r.name, r.method, r.path)
			continue
		}
		came, err := c.ask(ctx, dir, s, asking{r.name, r.requests(known)})
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %w", r.name, err), shown.flush())
		}
		shown.add(r.name, came)
		failed = errors.Join(failed, came.failure(r.name))
	}
	return errors.Join(failed, shown.flush())
}
