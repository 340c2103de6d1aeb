package main

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// wild draws a request that something is wrong with: a valid one that is spoilt
// in up to three ways.
func (p *pool) wild(t *rapid.T, o operation) request {
	asked := p.valid(t, o)
	ways := []func(*rapid.T, *request){
		spoilQuery, spoilQuery, spoilValue, spoilValue, spoilRaw, spoilPath, spoilMethod, spoilHeader, spoilHeader, spoilBody, spoilBody, spoilType,
	}
	for range rapid.IntRange(1, 3).Draw(t, "faults") {
		rapid.SampledFrom(ways).Draw(t, "way")(t, &asked)
	}
	if asked.method != o.method && !o.writes() {
		asked.withKey = false // what others ask about stays
	}
	return asked
}

// nasty are values that broke something once.
func nasty(t *rapid.T, what string) string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"", " ", "0", "-1", "1e999", "NaN", "Infinity", "-0", "0x10", "١٢", "99999999999999999999999", "9223372036854775808", "1.5", "true", "null", "[]", "{}",
			"\x00", "a\x00b", "\xff\xfe", "\xc3\x28", "\xed\xa0\x80", "\u202e", "\u0000\u0001\u001f", "\r\nX-Evil: 1", "'; DROP TABLE x; --", "%", "%00", "%s%n", "*", "?", "\\", "\"", "\"unclosed", "-", "--", "((((", "a AND OR NOT", "~~", "^^^", "/.*/",
			",", ",,,", "a,,b", "\\,", strings.Repeat(",", 60), strings.Repeat("a,", 49) + "a", strings.Repeat("a", 2_000), strings.Repeat("é", 2_001), strings.Repeat("x ", 900),
			"../../etc/passwd", "..", ".", "/", "//", "q_", "q_aaaaaaaaaaaaaaaaaaaa", "d_k5mzqxw2a7tr4c6nybvh", "1-2", "2-1", "0-0", "-", "1-", "1-99999999999999999999",
		}),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 40), func(raw []byte) string { return string(raw) }),
	).Draw(t, what)
}

// spoilQuery adds parameters that are unknown, of another operation, or there twice.
func spoilQuery(t *rapid.T, asked *request) {
	names := []string{
		"x", "q", "Q", "limit", "limits", "cursor", "unit", "min", "max", "devices", "difficulty", "facets", "seed", "lines", "format", "debug",
		"__proto__", "q[]", "", "\x00", "dry_run", "conflict", "mode", "topic", "document", "precision", "condition", "count", "answered", "explain",
	}
	for _, one := range asked.query {
		names = append(names, one.name, one.name)
	}
	asked.query = append(asked.query, pair{rapid.SampledFrom(names).Draw(t, "name"), nasty(t, "added")})
}

// spoilValue gives a parameter another value.
func spoilValue(t *rapid.T, asked *request) {
	if len(asked.query) == 0 {
		spoilQuery(t, asked)
		return
	}
	at := rapid.IntRange(0, len(asked.query)-1).Draw(t, "which")
	asked.query = slices.Clone(asked.query)
	value := asked.query[at].value
	if value == "" || rapid.Bool().Draw(t, "anew") {
		asked.query[at].value = nasty(t, "instead")
		return
	}
	bit := rapid.IntRange(0, 8*len(value)-1).Draw(t, "bit") // most of a value stays, a cursor's for one
	turned := []byte(value)
	turned[bit/8] ^= 1 << (bit % 8)
	asked.query[at].value = string(turned)
}

// spoilRaw writes a query without encoding.
func spoilRaw(t *rapid.T, asked *request) {
	asked.rawQuery = rapid.OneOf(
		rapid.SampledFrom([]string{"%", "%zz", "a=%ff", "q=%00", ";", "a;b", "&&&", "=", "=&=", "q=a&q=b", "q", "limit=%31", strings.Repeat("q=a&", 300), "q=" + strings.Repeat("%41", 11_000)}),
		rapid.StringMatching(`[!-~]{1,60}`),
	).Draw(t, "raw query")
}

// spoilPath asks for what is not there, or cannot be.
func spoilPath(t *rapid.T, asked *request) {
	switch rapid.IntRange(0, 3).Draw(t, "path") {
	case 0:
		asked.path += "/"
	case 1:
		asked.path += "/" + url.PathEscape(nasty(t, "deeper"))
	default:
		cut := strings.LastIndex(asked.path, "/")
		asked.path = asked.path[:cut+1] + url.PathEscape(nasty(t, "last part"))
	}
}

func spoilMethod(t *rapid.T, asked *request) {
	asked.method = rapid.SampledFrom([]string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodTrace, http.MethodConnect, "PROPFIND", "get", "QUERY",
	}).Draw(t, "method")
}

// spoilHeader sends what a header may not or need not say. Header values are such
// as net/http lets through.
func spoilHeader(t *rapid.T, asked *request) {
	value := rapid.OneOf(
		rapid.SampledFrom([]string{
			"", "*", "W/", "\"", "W/\"x\", \"y", strings.Repeat("a", 5_000), "\xff\xfe", "null", "http://evil.example", "Bearer ", "Bearer x", "Basic Og==",
			"wait=10", "wait=-1", "wait=1e9", "respond-async, wait=0", "text/html", "application/xml;q=0.1", "*/*;q=0", "identity;q=0", "127.0.0.1:1, evil", "bytes=0-1", "Wed, 21 Oct 2015 07:28:00 GMT", "chunked",
		}),
		rapid.StringMatching(`[!-~]{1,80}`),
	).Draw(t, "header value")
	name := rapid.SampledFrom([]string{
		"Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cookie", "Expect", "Forwarded", "Host", "Idempotency-Key", "If-Match", "If-Modified-Since",
		"If-None-Match", "Last-Event-ID", "Origin", "Prefer", "Range", "Referer", "Sec-Fetch-Site", "Traceparent", "Transfer-Encoding", "X-API-Key",
		"X-Forwarded-For", "X-Forwarded-Host", "X-Http-Method-Override", "X-Request-Id",
	}).Draw(t, "header")
	if name == "Host" {
		asked.host = value
		return
	}
	asked.header = append(asked.header, pair{name, value})
}

// spoilBody sends what is no JSON, or not the JSON that is wanted.
func spoilBody(t *rapid.T, asked *request) {
	whole := string(asked.body)
	cut := rapid.IntRange(0, len(whole)).Draw(t, "cut")
	asked.body = []byte(rapid.OneOf(
		rapid.SampledFrom([]string{
			"", " ", "null", "[]", "{}", "0", "\"\"", "{", "}", "{\"", "{\"a\":}", "{\"answer\":1}", "{\"answer\":null}", "{\"answer\":\"\\ud800\"}", "{\"answer\":\"a\",\"answer\":\"b\"}",
			"{\"Answer\":\"a\"}", "{\"answer\":\"\xff\"}", "{\"query\":[]}", "{\"query\":\"\"}", "{\"query\":\"a\",\"max_tokens\":-1}", "{\"query\":\"a\",\"max_tokens\":1e99}", "{\"query\":\"a\",\"filters\":[]}",
			"{\"searches\":[{}]}", "{\"queries\":[null]}", "{\"queries\":[[]]}", "{\"queries\":{}}", "{\"path\":\"../../x\",\"content\":\"a\"}", "{\"path\":\"\",\"content\":\"\"}", "{\"collection\":\"\\u0000\",\"path\":\"a\\u0000\",\"content\":\"x\"}",
			strings.Repeat("[", 20_000), strings.Repeat("{\"a\":", 5_000), "{\"answer\":\"" + strings.Repeat("a", 20_001) + "\"}", strings.Repeat(" ", 1<<18), "\xef\xbb\xbf{}", whole + whole, whole + ",",
		}),
		rapid.Just(whole[:cut]),
		rapid.Just(whole[cut:]),
		rapid.String(),
	).Draw(t, "body"))
}

// spoilType says that the body is something else.
func spoilType(t *rapid.T, asked *request) {
	media := rapid.SampledFrom([]string{
		"", "text/plain", "application/xml", "application/json; charset=latin1", "application/json;", "application/json, text/plain", "APPLICATION/JSON",
		"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/problem+json", "\xff",
	}).Draw(t, "content type")
	asked.header = slices.DeleteFunc(slices.Clone(asked.header), func(one pair) bool { return one.name == "Content-Type" })
	if media != "" {
		asked.header = append(asked.header, pair{"Content-Type", media})
	}
}
