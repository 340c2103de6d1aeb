package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/store/sqlite"
)

type serveCommand struct {
	Addr      string `help:"Address to listen on (${default})." default:"127.0.0.1:8080" env:"QUARRY_ADDR" placeholder:"HOST:PORT"`
	NoStarter bool   `help:"Do not fill an empty database with the starter corpus." env:"QUARRY_NO_STARTER"`
	PublicURL string `help:"Where others reach this server: what the addresses in exports, in answers of /mcp and in /openapi-tools.json begin with (the request's Host)." env:"QUARRY_PUBLIC_URL" placeholder:"URL"`

	access `embed:"" group:"Access:"`

	Backup backupChoice `embed:"" prefix:"backup-" group:"Backups:"`

	AccessLog  bool          `help:"Write a line about every request to the standard error." default:"true" negatable:"" env:"QUARRY_ACCESS_LOG"`
	DrainDelay time.Duration `help:"How long /readyz says no before the server stops listening, for what stands in front of it to notice." default:"0s" env:"QUARRY_DRAIN_DELAY"`
}

// backupChoice is where a server's backups go, which of them stay, and whether it makes
// some by itself.
type backupChoice struct {
	Every backup.Distance `help:"Make a backup so often, as a job of the server's, counted from the newest sound one in the folder." env:"QUARRY_BACKUP_EVERY" placeholder:"6h"`
	Keep  backup.Keep     `help:"Backups that stay in the folder: so many, or the newest of so many hours, days, weeks, months or years (7)." env:"QUARRY_BACKUP_KEEP" placeholder:"7d,4w"`
	To    string          `help:"Folder of backups, which may be on another disk (backups, in the data directory)." env:"QUARRY_BACKUP_TO" type:"path" placeholder:"DIR"`
	Then  string          `help:"Command that is run with the path of each backup, such as one that sends it elsewhere." env:"QUARRY_BACKUP_THEN" placeholder:"COMMAND"`
}

// Run serves until it is told to stop.
func (c *serveCommand) Run(ctx context.Context, s *app.Session) error {
	room := makeRoom()
	defer runtime.KeepAlive(room)
	shareProcessors()
	if err := errors.Join(c.mayListen(s), backup.MayBeFolder(c.Backup.To), backup.MayRunThen(c.Backup.Then)); err != nil {
		return err
	}
	config, err := c.config(c.Addr)
	if err != nil {
		return err
	}
	if config.PublicURL = c.PublicURL; c.AccessLog {
		config.AccessLog = s.Access
	}
	return s.Serve(ctx, app.Serving{
		Addr: c.Addr, API: config, NoStarter: c.NoStarter, DrainDelay: c.DrainDelay, Environment: environment,
		Backups:     backup.NewFolder(&s.Dir, c.Backup.To, c.Backup.Keep, c.Backup.Then),
		BackupEvery: time.Duration(c.Backup.Every),
		May:         func(ctx context.Context, store *sqlite.Store) error { return c.mayServe(ctx, s, store) },
	})
}

// access says who may call a server, and how often.
type access struct {
	AllowOpen      bool     `help:"Let everybody read who can reach the address, also from other machines." env:"QUARRY_ALLOW_OPEN"`
	RequireKey     bool     `help:"Ask everybody for a key, also on this machine: for a server that stands behind a proxy." env:"QUARRY_REQUIRE_KEY"`
	AllowedHosts   []string `help:"Further names that the Host header may carry." env:"QUARRY_ALLOWED_HOSTS" placeholder:"HOST"`
	TrustedProxies []string `help:"Addresses or networks whose X-Forwarded-For is believed; none unless told." env:"QUARRY_TRUSTED_PROXIES" placeholder:"CIDR"`
	CORSOrigins    []string `name:"cors-origins" help:"Pages that may call, by their origin; none unless told." env:"QUARRY_CORS_ORIGINS" placeholder:"ORIGIN"`
	RateLimit      *int     `help:"Requests a minute of one key, or of one address without a key; 0 for any number (6000, and any number on this machine)." env:"QUARRY_RATE_LIMIT" placeholder:"N"`
	WriteRateLimit *int     `help:"Those of them that write (600, and any number on this machine)." env:"QUARRY_WRITE_RATE_LIMIT" placeholder:"N"`
}

// What others may do in a minute unless told.
const (
	requestsPerMinute = 6000
	writesPerMinute   = 600
	failuresPerMinute = 30
)

// limits are what was set, for everybody, or else what is sane for others.
func (a *access) limits() (api.RateLimits, error) {
	limits := api.RateLimits{
		Requests: limitOf(a.RateLimit, requestsPerMinute), Writes: limitOf(a.WriteRateLimit, writesPerMinute),
		Failures: api.RateLimit{
			PerMinute: failuresPerMinute, Local: a.RequireKey || isLimit(a.RateLimit) || isLimit(a.WriteRateLimit),
		},
	}
	if limits.Requests.PerMinute < 0 || limits.Writes.PerMinute < 0 {
		return limits, quarry.Errorf(quarry.KindInvalid,
			"a rate limit is a number of requests a minute, or 0 for any number")
	}
	return limits, nil
}

// isLimit reports whether a limit was set, and is none of "any number". Who sets one
// does not trust what comes from this machine, such as a proxy.
func isLimit(set *int) bool { return set != nil && *set > 0 }

func limitOf(set *int, otherwise int) api.RateLimit {
	if set == nil {
		return api.RateLimit{PerMinute: otherwise}
	}
	return api.RateLimit{PerMinute: *set, Local: true}
}

// networks are the proxies that are trusted.
func (a *access) networks() ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range a.TrustedProxies {
		network, err := netip.ParsePrefix(text)
		if address, single := netip.ParseAddr(text); single == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, quarry.Errorf(quarry.KindInvalid,
				"--trusted-proxies %q is neither an address nor a network such as 10.0.0.0/8", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// closed reports whether reading needs a key at an address.
func (a *access) closed(addr string) bool { return a.RequireKey || (!a.AllowOpen && !isLocal(addr)) }

// isLocal reports whether an address can be reached from this machine only.
func isLocal(addr string) bool {
	host, _, _ := net.SplitHostPort(addr)
	address, err := netip.ParseAddr(host)
	return host == "localhost" || (err == nil && address.IsLoopback())
}

// config is what a server is told of all this.
func (a *access) config(addr string) (api.Config, error) {
	limits, err := a.limits()
	networks, badNetwork := a.networks()
	for _, origin := range a.CORSOrigins {
		err = errors.Join(err, api.ValidateOrigin(origin))
	}
	for _, host := range a.AllowedHosts {
		err = errors.Join(err, api.ValidateHost(host))
	}
	return api.Config{
		AllowedHosts: a.AllowedHosts,
		Access: api.Access{
			CORSOrigins: a.CORSOrigins, TrustedProxies: networks, Limits: limits, ReadNeedsKey: a.closed(addr),
		},
	}, errors.Join(err, badNetwork)
}

// mayListen refuses what can be seen to be wrong before a database is opened.
func (c *serveCommand) mayListen(s *app.Session) error {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return quarry.Errorf(quarry.KindInvalid, "--addr %q is not HOST:PORT", c.Addr)
	}
	if public, err := url.Parse(c.PublicURL); err != nil ||
		(c.PublicURL != "" && (public.Host == "" || !strings.HasPrefix(public.Scheme, "http"))) {
		return quarry.Errorf(quarry.KindInvalid, "--public-url %q is not an address such as https://notes.example",
			c.PublicURL)
	}
	if _, err := os.Stat(s.Database()); errors.Is(err, fs.ErrNotExist) {
		return c.guarded(s, 0)
	}
	return nil
}

// mayServe refuses to show a database to others by accident: an address that they
// can reach needs a key, or the word that none is needed.
func (c *serveCommand) mayServe(ctx context.Context, s *app.Session, store *sqlite.Store) error {
	keys, err := store.Keys(ctx)
	if err != nil {
		return err
	}
	valid := slices.DeleteFunc(keys, func(key quarry.Key) bool {
		return key.State(time.Now()) != quarry.KeyValid
	})
	return c.guarded(s, len(valid))
}

func (c *serveCommand) guarded(s *app.Session, keys int) error {
	if keys > 0 || c.AllowOpen || isLocal(c.Addr) {
		return nil
	}
	return quarry.Errorf(quarry.KindInvalid,
		"%s can be reached from other machines, and there is no key: quarry --data %s key create --name NAME makes one; "+
			"or pass --allow-open if everybody may read", c.Addr, s.Data)
}

// roomBytes is how much garbage a server may keep beyond what it holds itself. A
// small heap that doubles under load is collected fifteen times a second, each time
// while requests wait; with this room it is three times, and of a heap of
// gigabytes it is no part that shows.
const roomBytes = 64 << 20

// makeRoom returns memory that is never touched, so that it takes address space and
// no memory: the collector, which begins when the heap has doubled, counts it with the
// heap. It lasts as long as the caller keeps it alive. A caller that sets GOGC or
// GOMEMLIMIT has said how memory is to be kept, and gets none.
func makeRoom() []byte {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if environment(name) != "" {
			return nil
		}
	}
	return make([]byte, roomBytes)
}

// threadsPerProcessor is how many threads of a server run Go side by side on each processor.
const threadsPerProcessor = 2

// shareProcessors leaves it to the operating system who has a processor next. With a thread
// for each processor, as Go has it, an index that is built on all of them lets a request wait
// for up to 10 ms at each of its steps, and Go does not even look whether one has come; the
// system shares in a third of that. Where GOMAXPROCS is set nothing is changed, nor where Go
// has fewer than all processors, as in a container with a quota: more threads would use it up
// sooner, and stand still until the next.
func shareProcessors() {
	if all := runtime.NumCPU(); environment("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) == all {
		runtime.GOMAXPROCS(threadsPerProcessor * all)
	}
}
