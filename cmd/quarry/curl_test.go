package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// curl does what the real one does, as far as the pages need it: -s, -f, -i, -G, -X, -H,
// -d, -F, -o, --data-binary and --data-urlencode. The host 127.0.0.1:8080 stands for $URL.
func curl(ts *testscript.TestScript, neg bool, args []string) {
	call := curlCall{ts: ts, request: sent{header: http.Header{}}, query: url.Values{}}
	for i := 0; i < len(args); i++ {
		i += call.take(args[i], append(args[i+1:], "")[0])
	}
	status, body, err := send(context.Background(), call.finished())
	ts.Check(err)
	if call.withHead {
		body = fmt.Sprintf("HTTP/1.1 %d\n%s", status, body)
	}
	if call.output != "" {
		ts.Check(os.WriteFile(ts.MkAbs(call.output), []byte(body), 0o600))
		body = ""
	}
	_, err = io.WriteString(ts.Stdout(), body)
	ts.Check(err)
	if failed := status >= http.StatusBadRequest; failed != neg {
		ts.Fatalf("%s: status %d: %s", call.request.target, status, body)
	}
}

// curlCall is a command line of curl as far as it was read.
type curlCall struct {
	ts       *testscript.TestScript
	request  sent
	query    url.Values
	withHead bool
	output   string // the file that the answer goes to; "" for what is printed
	form     *multipart.Writer
	body     bytes.Buffer
}

// take reads an argument, and returns how many of those behind it belong to it.
func (c *curlCall) take(arg, next string) int {
	switch arg {
	case "-s", "-f", "-sf", "-G", "-sG":
		return 0
	case "-i", "-si":
		c.withHead = true
		return 0
	case "-X":
		c.request.method = next
	case "-H":
		name, value, _ := strings.Cut(next, ":")
		c.request.header.Add(name, strings.TrimSpace(value))
	case "-d":
		c.body.WriteString(next)
	case "-o":
		c.output = next
	case "--data-binary":
		c.body.WriteString(c.ts.ReadFile(strings.TrimPrefix(next, "@")))
	case "-F":
		c.field(next)
	case "--data-urlencode":
		name, value, _ := strings.Cut(next, "=")
		c.query.Set(name, value)
	default:
		c.request.target = strings.Replace(arg, "http://127.0.0.1:8080", c.ts.Getenv("URL"), 1)
		return 0
	}
	return 1
}

// field writes a part of a form: "name=text", or "name=@file".
func (c *curlCall) field(given string) {
	if c.form == nil {
		c.form = multipart.NewWriter(&c.body)
	}
	name, value, _ := strings.Cut(given, "=")
	file, isFile := strings.CutPrefix(value, "@")
	if !isFile {
		c.ts.Check(c.form.WriteField(name, value))
		return
	}
	to, err := c.form.CreateFormFile(name, filepath.Base(file))
	c.ts.Check(err)
	_, err = io.WriteString(to, c.ts.ReadFile(file))
	c.ts.Check(err)
}

// finished is the request.
func (c *curlCall) finished() sent {
	if c.form != nil {
		c.ts.Check(c.form.Close())
		c.request.header.Set("Content-Type", c.form.FormDataContentType())
	}
	usual := http.MethodGet
	if c.body.Len() > 0 {
		usual = http.MethodPost
	}
	c.request.method = cmp.Or(c.request.method, usual)
	c.request.body = c.body.Bytes()
	if len(c.query) > 0 {
		c.request.target += "?" + c.query.Encode()
	}
	return c.request
}
