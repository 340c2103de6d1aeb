package api

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// RateLimit is how often a caller may call in a minute; all of a minute may come
// at once.
type RateLimit struct {
	PerMinute int  // 0 for any number
	Local     bool // whether callers on this machine are limited too
}

// RateLimits are the limits of one caller.
type RateLimits struct {
	Requests RateLimit // of a key, or of an address without one
	Writes   RateLimit // likewise, of those that write
	Failures RateLimit // keys that do not fit, by the key that they claim to be and the address together
}

// How many callers are remembered: some megabytes at most. One who is forgotten
// begins anew, so keys and addresses have a memory each: a flood of addresses
// pushes no key out.
const mostRemembered = 20_000

// An address may send as many wrong keys as there are for this number of claimed keys:
// who tries one id after the other is limited, too.
const claimedKeys = 10

// malformed stands for the id of what is no secret: no id has as many characters.
const malformed quarry.KeyID = "malformed"

// limits are the limits of a server; nil is none.
type limits struct {
	requests, writes, failures *limiter
	now                        func() time.Time
}

func newLimits(l RateLimits, now func() time.Time) (limits, error) {
	requests, err1 := newLimiter("requests", l.Requests)
	writes, err2 := newLimiter("writes", l.Writes)
	failures, err3 := newLimiter("wrong keys", l.Failures)
	return limits{requests: requests, writes: writes, failures: failures, now: now}, cmp.Or(err1, err2, err3)
}

// limiter gives every caller a bucket of so many tokens, which fills up again
// within a minute.
type limiter struct {
	RateLimit

	name           string
	keys, networks *lru.Cache[rest.Party, *rate.Limiter]
}

func newLimiter(name string, limit RateLimit) (*limiter, error) {
	if limit.PerMinute <= 0 {
		return nil, nil //nolint:nilnil // no limit is no limiter
	}
	keys, err := lru.New[rest.Party, *rate.Limiter](mostRemembered)
	if err != nil {
		return nil, fmt.Errorf("make a memory of keys: %w", err)
	}
	networks, err := lru.New[rest.Party, *rate.Limiter](mostRemembered)
	if err != nil {
		return nil, fmt.Errorf("make a memory of addresses: %w", err)
	}
	return &limiter{RateLimit: limit, name: name, keys: keys, networks: networks}, nil
}

// bucketOf returns the bucket of a caller: of the key, or else of the address.
func (l *limiter) bucketOf(who rest.Party) *rate.Limiter {
	if who.Key != "" {
		return remembered(l.keys, who, l.PerMinute)
	}
	return remembered(l.networks, who, l.PerMinute)
}

func remembered(in *lru.Cache[rest.Party, *rate.Limiter], who rest.Party, perMinute int) *rate.Limiter {
	if bucket, ok := in.Get(who); ok {
		return bucket
	}
	fresh := rate.NewLimiter(rate.Every(time.Minute/time.Duration(perMinute)), perMinute)
	if bucket, ok, _ := in.PeekOrAdd(who, fresh); ok {
		return bucket // another request was faster
	}
	return fresh
}

// free reports whether a caller is not limited at all.
func (limits) free(limit *limiter, who rest.Caller) bool {
	return limit == nil || (!limit.Local && (!who.Address.IsValid() || who.Address.IsLoopback()))
}

// charge takes one call from what a caller has left, and says in the answer's
// header how much that is (draft-ietf-httpapi-ratelimit-headers).
func (l limits) charge(c *gin.Context, limit *limiter, who rest.Caller) error {
	if l.free(limit, who) {
		return nil
	}
	bucket, now := limit.bucketOf(rest.PartyOf(who)), l.now()
	allowed := bucket.AllowN(now, 1)
	left := max(0, bucket.TokensAt(now))
	header := c.Writer.Header()
	header.Add("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=60", limit.name, limit.PerMinute))
	full := wait(bucket, float64(limit.PerMinute)-left)
	header.Add("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", limit.name, int(left), full))
	if allowed {
		return nil
	}
	return l.refuse(c, limit, bucket)
}

// wait returns after how many seconds a bucket has so many more tokens.
func wait(bucket *rate.Limiter, tokens float64) int {
	return int(math.Ceil(tokens / float64(bucket.Limit())))
}

// refuse says when a bucket that is empty has a token again.
func (l limits) refuse(c *gin.Context, limit *limiter, bucket *rate.Limiter) error {
	seconds := max(1, wait(bucket, 1-max(0, bucket.TokensAt(l.now()))))
	c.Header(rest.HeaderRetryAfter, strconv.Itoa(seconds))
	return quarry.Errorf(quarry.KindLimited, "more than %d %s in a minute: try again in %d s", bucket.Burst(), limit.name, seconds).
		WithCode("rate_limited")
}

// wrongKey counts a key that opens nothing, by the id that it claims, "" for what is no
// secret, and refuses it where there were too many of this id, or of any, from the
// network. A key that opens something is never held against these counts: finding that
// out costs one row and one SHA-256, and no rate of guessing finds 256 random bits.
// What has been refused adds nothing to the memory of who sent what.
func (l limits) wrongKey(c *gin.Context, who rest.Caller, claimed quarry.KeyID) error {
	if l.free(l.failures, who) {
		return nil
	}
	network := rest.NetworkOf(who.Address)
	all := remembered(l.failures.networks, rest.Party{Network: network}, claimedKeys*l.failures.PerMinute)
	if all.TokensAt(l.now()) < 1 {
		return l.refuse(c, l.failures, all)
	}
	one := l.failures.bucketOf(rest.Party{Key: cmp.Or(claimed, malformed), Network: network})
	if !one.AllowN(l.now(), 1) {
		return l.refuse(c, l.failures, one)
	}
	all.AllowN(l.now(), 1)
	return nil
}
