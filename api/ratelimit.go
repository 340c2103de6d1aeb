package api

import (
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/quarrykb/quarry"
)

// RateLimit is how often somebody may call in a minute; all of a minute may come
// at once.
type RateLimit struct {
	PerMinute int  // 0 for any number
	Local     bool // whether callers on this machine are limited too
}

// RateLimits are the limits of one caller.
type RateLimits struct {
	Requests RateLimit // of a key, or of an address without one
	Writes   RateLimit // likewise, of those that write
	Failures RateLimit // keys that do not fit, of an address
}

// How many callers are remembered: some megabytes at most. One who is forgotten
// begins anew, so keys and addresses have a memory each: a flood of addresses
// pushes no key out.
const mostRemembered = 20_000

// limits are the limits of a server.
type limits struct {
	requests, writes, failures *limiter
	now                        func() time.Time
}

func newLimits(l RateLimits, now func() time.Time) (limits, error) {
	made := limits{now: now}
	for _, one := range []struct {
		to    **limiter
		name  string
		limit RateLimit
	}{{&made.requests, "requests", l.Requests}, {&made.writes, "writes", l.Writes}, {&made.failures, "failures", l.Failures}} {
		limiter, err := newLimiter(one.name, one.limit)
		if err != nil {
			return limits{}, err
		}
		*one.to = limiter
	}
	return made, nil
}

// limiter gives every caller a bucket of so many tokens, which fills up again
// within a minute.
type limiter struct {
	RateLimit

	name     string
	keys     *lru.Cache[quarry.KeyID, *rate.Limiter]
	networks *lru.Cache[netip.Prefix, *rate.Limiter]
}

// newLimiter returns nil where there is no limit.
func newLimiter(name string, limit RateLimit) (*limiter, error) {
	if limit.PerMinute <= 0 {
		return nil, nil //nolint:nilnil // no limit is no limiter
	}
	keys, err := lru.New[quarry.KeyID, *rate.Limiter](mostRemembered)
	if err != nil {
		return nil, fmt.Errorf("make a memory of keys: %w", err)
	}
	networks, err := lru.New[netip.Prefix, *rate.Limiter](mostRemembered)
	if err != nil {
		return nil, fmt.Errorf("make a memory of addresses: %w", err)
	}
	return &limiter{RateLimit: limit, name: name, keys: keys, networks: networks}, nil
}

// bucketOf returns the bucket of a caller: of the key, or else of the address.
func (l *limiter) bucketOf(who caller) *rate.Limiter {
	if who.key != "" {
		return remembered(l.keys, who.key, l.PerMinute)
	}
	return remembered(l.networks, networkOf(who.address), l.PerMinute)
}

func remembered[K comparable](in *lru.Cache[K, *rate.Limiter], who K, perMinute int) *rate.Limiter {
	if bucket, ok := in.Get(who); ok {
		return bucket
	}
	fresh := rate.NewLimiter(rate.Every(time.Minute/time.Duration(perMinute)), perMinute)
	if bucket, ok, _ := in.PeekOrAdd(who, fresh); ok {
		return bucket // somebody else was faster
	}
	return fresh
}

// networkOf returns what one caller has of the address space: an address of
// IPv4, and of IPv6 the 64 bits that the network gives to each of its hosts.
func networkOf(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // the zero prefix for no address
	return network
}

// free reports whether a caller is not limited at all.
func (limits) free(limit *limiter, who caller) bool {
	return limit == nil || (!limit.Local && (!who.address.IsValid() || who.address.IsLoopback()))
}

// charge takes one call from what a caller has left, and says in the answer's
// header how much that is (draft-ietf-httpapi-ratelimit-headers).
func (l limits) charge(c *gin.Context, limit *limiter, who caller) error {
	if l.free(limit, who) {
		return nil
	}
	bucket, now := limit.bucketOf(who), l.now()
	allowed := bucket.AllowN(now, 1)
	left := max(0, bucket.TokensAt(now))
	header := c.Writer.Header()
	header.Add("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=60", limit.name, limit.PerMinute))
	header.Add("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", limit.name, int(left), limit.wait(float64(limit.PerMinute)-left)))
	if allowed {
		return nil
	}
	return refuseTooMany(c, limit, left)
}

// wait returns after how many seconds a bucket has so many more tokens.
func (l *limiter) wait(tokens float64) int {
	return int(math.Ceil(tokens * 60 / float64(l.PerMinute)))
}

func refuseTooMany(c *gin.Context, limit *limiter, left float64) error {
	seconds := max(1, limit.wait(1-left))
	c.Header(headerRetryAfter, strconv.Itoa(seconds))
	return quarry.Errorf(quarry.KindLimited, "more than %d %s in a minute: try again in %d s", limit.PerMinute, limit.name, seconds).
		WithCode("rate_limited")
}

// mayTry refuses an address that sent too many wrong keys, before the next one
// is looked at.
func (l limits) mayTry(c *gin.Context, who caller) error {
	if l.free(l.failures, who) {
		return nil
	}
	if left := l.failures.bucketOf(caller{address: who.address}).TokensAt(l.now()); left < 1 {
		return refuseTooMany(c, l.failures, left)
	}
	return nil
}

// failed notes that an address sent a wrong key.
func (l limits) failed(who caller) {
	if !l.free(l.failures, who) {
		l.failures.bucketOf(caller{address: who.address}).AllowN(l.now(), 1)
	}
}
