package api_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/api/write"
)

// posted is a request that hands a document in, by who may.
func posted(tb testing.TB, target, media, body string) *http.Request {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, target, strings.NewReader(body))
	r.Host = "localhost"
	r.Header.Set("Content-Type", media)
	return owned(r)
}

// owned is a request by who reads the lock file.
func owned(r *http.Request) *http.Request {
	r.RemoteAddr = "127.0.0.1:5000"
	r.Header.Set("Authorization", "Bearer "+testToken)
	return r
}

// deleted is a request to delete, by who may.
func deleted(tb testing.TB, target string) *http.Request {
	tb.Helper()
	r := owned(httptest.NewRequestWithContext(tb.Context(), http.MethodDelete, target, nil))
	r.Host = "localhost"
	return r
}

func postedJSON(tb testing.TB, body string) *http.Request {
	tb.Helper()
	return posted(tb, "/v1/documents", "application/json", body)
}

// formPart is a part of a form: a file where it has a file name.
type formPart struct{ name, file, text string }

// postedForm is a form of some parts.
func postedForm(tb testing.TB, parts ...formPart) *http.Request {
	tb.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, part := range parts {
		said := fmt.Sprintf(`form-data; name=%q`, part.name)
		if part.file != "" {
			said += fmt.Sprintf(`; filename=%q`, part.file)
		}
		to, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {said}})
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := to.Write([]byte(part.text)); err != nil {
			tb.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		tb.Fatal(err)
	}
	return posted(tb, "/v1/documents", form.FormDataContentType(), body.String())
}

func TestWritingNeedsAKey(t *testing.T) {
	t.Parallel()
	for name, header := range map[string][]string{
		"no key": nil, "another scheme": {"Basic " + testToken}, "another key": {"Bearer another"}, "an empty key": {"Bearer "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			for _, r := range []*http.Request{
				postedJSON(t, `{"path":"a.md","content":"# a"}`),
				httptest.NewRequestWithContext(t.Context(), http.MethodDelete, "http://localhost/v1/documents/"+string(notesID), nil),
			} {
				r.Header["Authorization"] = header
				answer := k.do(t, r)
				problem(t, answer, http.StatusUnauthorized)
				if got := answer.Header().Get("WWW-Authenticate"); !strings.HasPrefix(got, "Bearer") {
					t.Errorf("WWW-Authenticate = %q, want Bearer", got)
				}
			}
			k.nothingKept(t)
		})
	}
}

func TestADocumentIsAcceptedAsAJob(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request func(testing.TB) *http.Request
		want    []quarry.JobFile
		texts   []string
	}{
		"as JSON": {
			bodyOf(`{"path":"notes/a.md","content":"# A"}`),
			[]quarry.JobFile{{Collection: "main", Path: "notes/a.md", Bytes: 3}},
			[]string{"# A"},
		},
		"as JSON, bytes that are no text, into a collection": {
			bodyOf(`{"collection":"exams-2","path":"a.pdf","content_base64":"JVBERi0="}`),
			[]quarry.JobFile{{Collection: "exams-2", Path: "a.pdf", Bytes: 5}},
			[]string{"%PDF-"},
		},
		"as a form with a path": {
			formOf(formPart{"path", "", "b.md"}, formPart{"file", "a.md", "# B"}, formPart{"collection", "", "other"}),
			[]quarry.JobFile{{Collection: "other", Path: "b.md", Bytes: 3}},
			[]string{"# B"},
		},
		"as a form under the names of its files": {
			formOf(formPart{"file", "x/a.md", "# A"}, formPart{"file", "b.md", "# B"}),
			[]quarry.JobFile{{Collection: "main", Path: "x/a.md", Bytes: 3}, {Collection: "main", Path: "b.md", Bytes: 3}},
			[]string{"# A", "# B"},
		},
		"as a form below a folder": {
			formOf(formPart{"file", "a.md", "# A"}, formPart{"file", "b.md", "# B"}, formPart{"path", "", "notes/"}),
			[]quarry.JobFile{{Collection: "main", Path: "notes/a.md", Bytes: 3}, {Collection: "main", Path: "notes/b.md", Bytes: 3}},
			[]string{"# A", "# B"},
		},
		"as a form with a path for each file": {
			formOf(formPart{"file", "a.md", "# A"}, formPart{"path", "", "1.md"}, formPart{"path", "", "2.md"}, formPart{"file", "b.md", "# B"}),
			[]quarry.JobFile{{Collection: "main", Path: "1.md", Bytes: 3}, {Collection: "main", Path: "2.md", Bytes: 3}},
			[]string{"# A", "# B"},
		},
		"under a path that is brought into NFC": {
			bodyOf(`{"path":"cafe\u0301.md","content":"# A"}`),
			[]quarry.JobFile{{Collection: "main", Path: "caf\u00e9.md", Bytes: 3}},
			[]string{"# A"},
		},
		"records longer than any text": {
			formOf(formPart{"file", "a.jsonl", "{" + strings.Repeat(" ", testFileLimit) + "}"}),
			[]quarry.JobFile{{Collection: "main", Path: "a.jsonl", Bytes: testFileLimit + 2}},
			[]string{"{" + strings.Repeat(" ", testFileLimit) + "}"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			answer := k.do(t, tc.request(t))
			job := decoded[view.Job](t, answer, http.StatusAccepted)
			if job.State != "queued" || job.Kind != "ingest" || answer.Header().Get("Location") != job.URL {
				t.Errorf("job = %+v at %q, want one that waits, at its own address", job, answer.Header().Get("Location"))
			}
			ignored := cmpopts.IgnoreFields(quarry.JobFile{}, "Spooled", "SHA256")
			if diff := cmp.Diff(tc.want, k.desk.order(t).Files, ignored); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.texts, k.spool.texts()); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
		})
	}
}

func TestADocumentIsRefusedWithTheFieldThatIsAtFault(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request func(testing.TB) *http.Request
		status  int
		code    string
		field   string
	}{
		"a path that climbs":             {bodyOf(`{"path":"../a.md","content":"x"}`), 400, "invalid_path", "path"},
		"a path that climbs in a middle": {bodyOf(`{"path":"a/../../b.md","content":"x"}`), 400, "invalid_path", "path"},
		"an absolute path":               {bodyOf(`{"path":"/etc/passwd","content":"x"}`), 400, "invalid_path", "path"},
		"a drive":                        {bodyOf(`{"path":"C:/a.md","content":"x"}`), 400, "invalid_path", "path"},
		"a backslash":                    {bodyOf(`{"path":"a\\b.md","content":"x"}`), 400, "invalid_path", "path"},
		"a control character":            {bodyOf(`{"path":"a\u0007.md","content":"x"}`), 400, "invalid_path", "path"},
		"a zero byte":                    {bodyOf(`{"path":"a\u0000.md","content":"x"}`), 400, "invalid_path", "path"},
		"writing that is turned around":  {bodyOf(`{"path":"a\u202edm.exe","content":"x"}`), 400, "invalid_path", "path"},
		"an empty name":                  {bodyOf(`{"path":"a//b.md","content":"x"}`), 400, "invalid_path", "path"},
		"a path that is too long":        {bodyOf(`{"path":"` + strings.Repeat("a/", 300) + `b","content":"x"}`), 400, "invalid_path", "path"},
		"a name that is too long":        {bodyOf(`{"path":"` + strings.Repeat("a", 256) + `","content":"x"}`), 400, "invalid_path", "path"},
		"no path":                        {bodyOf(`{"content":"x"}`), 400, "invalid_path", "path"},
		"no content":                     {bodyOf(`{"path":"a.md"}`), 400, "invalid_parameter", "content"},
		"two contents":                   {bodyOf(`{"path":"a.md","content":"x","content_base64":"eA=="}`), 400, "invalid_parameter", "content"},
		"no base64":                      {bodyOf(`{"path":"a.md","content_base64":"?"}`), 400, "invalid_parameter", "content_base64"},
		"a number for a path":            {bodyOf(`{"path":1,"content":"x"}`), 400, "invalid_parameter", "path"},
		"an unknown field":               {bodyOf(`{"path":"a.md","content":"x","dry_run":true}`), 400, "unknown_parameter", "dry_run"},
		"the starter corpus":             {bodyOf(`{"collection":"starter","path":"a.md","content":"x"}`), 400, "invalid_collection", "collection"},
		"an odd collection":              {bodyOf(`{"collection":"a b","path":"a.md","content":"x"}`), 400, "invalid_collection", "collection"},
		"a collection of a dot":          {bodyOf(`{"collection":"..","path":"a.md","content":"x"}`), 400, "invalid_collection", "collection"},
		"no object":                      {bodyOf(`[]`), 400, "malformed_body", ""},
		"nothing":                        {bodyOf(``), 400, "malformed_body", ""},
		"a text that is too long":        {bodyOf(`{"path":"a.md","content":"` + strings.Repeat("x", testFileLimit+1) + `"}`), 413, "too_large", "file"},
		"a body that is too long":        {bodyOf(`{"path":"a.md","content":"` + strings.Repeat("x", testUploadLimit) + `"}`), 413, "too_large", ""},
		"a form without a file":          {formOf(formPart{"path", "", "a.md"}), 400, "invalid_parameter", "file"},
		"a file without a name":          {formOf(formPart{"file", "", "x"}), 400, "invalid_path", "path"},
		"a file whose name climbs":       {formOf(formPart{"file", "../../a.md", "x"}), 400, "invalid_path", "path"},
		"two files of one path":          {formOf(formPart{"file", "a.md", "x"}, formPart{"file", "a.md", "y"}), 400, "invalid_parameter", "path"},
		"one path for two files":         {formOf(formPart{"file", "a.md", "x"}, formPart{"file", "b.md", "y"}, formPart{"path", "", "c.md"}), 400, "invalid_parameter", "path"},
		"two collections":                {formOf(formPart{"collection", "", "a"}, formPart{"collection", "", "b"}), 400, "repeated_parameter", "collection"},
		"an unlisted part":               {formOf(formPart{"content", "", "x"}), 400, "unknown_parameter", "content"},
		"a field that is too long":       {formOf(formPart{"path", "", strings.Repeat("x", 5000)}), 400, "invalid_parameter", "path"},
		"a file that is too long":        {formOf(formPart{"file", "a.md", strings.Repeat("x", testFileLimit+1)}), 413, "too_large", "file"},
		"a form that is too long":        {formOf(formPart{"file", "a.jsonl", "{" + strings.Repeat("x", testUploadLimit)}), 413, "too_large", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			got := problem(t, k.do(t, tc.request(t)), tc.status)
			if got.Code != tc.code {
				t.Errorf("code = %q (%s), want %q", got.Code, got.Detail, tc.code)
			}
			if tc.field != "" && (len(got.Errors) != 1 || got.Errors[0].Field != tc.field) {
				t.Errorf("errors = %+v, want the field %q", got.Errors, tc.field)
			}
			k.nothingKept(t)
		})
	}
}

func TestAFileThatIsTooLongIsNamed(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", testFileLimit+1)
	for want, request := range map[string]*http.Request{
		`file: "b.md" is longer than`:       postedForm(t, formPart{"file", "a.md", "x"}, formPart{"file", "b.md", long}, formPart{"path", "", "notes/"}),
		`file: "number 2" is longer than`:   postedForm(t, formPart{"file", "a.md", "x"}, formPart{"file", "", long}),
		`file: "notes/c.md" is longer than`: postedJSON(t, `{"path":"notes/c.md","content":"`+long+`"}`),
	} {
		got := problem(t, newKit(t).do(t, request), http.StatusRequestEntityTooLarge)
		if !strings.HasPrefix(got.Detail, want) {
			t.Errorf("detail = %q, want %q …", got.Detail, want)
		}
	}
}

func bodyOf(body string) func(testing.TB) *http.Request {
	return func(tb testing.TB) *http.Request {
		tb.Helper()
		return postedJSON(tb, body)
	}
}

func formOf(parts ...formPart) func(testing.TB) *http.Request {
	return func(tb testing.TB) *http.Request {
		tb.Helper()
		return postedForm(tb, parts...)
	}
}

// nothingKept fails where a request that was refused left something behind.
func (k *kit) nothingKept(tb testing.TB) {
	tb.Helper()
	if k.desk.count() != 0 || len(k.spool.texts()) != 0 {
		tb.Errorf("%d jobs and the files %q, want none", k.desk.count(), k.spool.texts())
	}
}

func TestADocumentOfAnotherMediaTypeIsRefused(t *testing.T) {
	t.Parallel()
	for _, media := range []string{"text/markdown", "multipart/form-data", "multipart/mixed; boundary=x", "application/xml", "a b"} {
		k := newKit(t)
		if got := problem(t, k.do(t, posted(t, "/v1/documents", media, "# A")), http.StatusUnsupportedMediaType); got.Code != "unsupported_media_type" {
			t.Errorf("%s: code = %q", media, got.Code)
		}
	}
}

func TestAFormMayHoldAHundredFilesAndNoMore(t *testing.T) {
	t.Parallel()
	var parts []formPart
	for i := range 101 {
		parts = append(parts, formPart{"file", fmt.Sprintf("%d.md", i), "x"})
	}
	k := newKit(t)
	decoded[view.Job](t, k.do(t, postedForm(t, parts[:100]...)), http.StatusAccepted)
	problem(t, k.do(t, postedForm(t, parts...)), http.StatusBadRequest)
}

func TestWildFormsAreRefusedAndNeverAFault(t *testing.T) {
	t.Parallel()
	const head = "Content-Disposition: form-data; name=\"file\"; filename=\"a.md\"\r\n"
	for name, body := range map[string]string{
		"empty":                "",
		"another boundary":     "--y\r\n" + head + "\r\nx\r\n--y--\r\n",
		"broken off":           "--x\r\n" + head + "\r\nx",
		"no end":               "--x\r\n" + head + "\r\nx\r\n",
		"no header":            "--x\r\n\r\nx\r\n--x--\r\n",
		"a header that is one": "--x\r\nA\r\n\r\nx\r\n--x--\r\n",
		"a huge name":          "--x\r\nContent-Disposition: form-data; name=\"" + strings.Repeat("n", 100_000) + "\"\r\n\r\nx\r\n--x--\r\n",
		"many headers":         "--x\r\n" + strings.Repeat("A: b\r\n", 12_000) + head + "\r\nx\r\n--x--\r\n",
		"a name of bytes":      "--x\r\nContent-Disposition: form-data; name=\"\xff\xfe\"\r\n\r\nx\r\n--x--\r\n",
		"a disposition broken": "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\r\n\r\nx\r\n--x--\r\n",
		"a preamble alone":     strings.Repeat("preamble\r\n", 1000),
		"nested":               "--x\r\nContent-Disposition: form-data; name=\"many\"\r\nContent-Type: multipart/mixed; boundary=z\r\n\r\n--z\r\n\r\nx\r\n--z--\r\n--x--\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			got := k.do(t, posted(t, "/v1/documents", "multipart/form-data; boundary=x", body))
			if got.Code != http.StatusBadRequest && got.Code != http.StatusRequestEntityTooLarge {
				t.Errorf("status = %d, want 400 or 413: %s", got.Code, got.Body)
			}
			k.nothingKept(t)
		})
	}
}

func TestAKeyMakesARequestThatIsSentTwiceOneJob(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	keyed := func(r *http.Request) *http.Request {
		r.Header.Set("Idempotency-Key", "key-1")
		return r
	}
	first := decoded[view.Job](t, k.do(t, keyed(postedJSON(t, `{"path":"a.md","content":"# A"}`))), http.StatusAccepted)
	again := decoded[view.Job](t, k.do(t, keyed(postedForm(t, formPart{"file", "a.md", "# A"}))), http.StatusAccepted)
	if first.ID != again.ID {
		t.Errorf("jobs %q and %q, want one", first.ID, again.ID)
	}
	for name, r := range map[string]*http.Request{
		"another text":       postedJSON(t, `{"path":"a.md","content":"# B"}`),
		"another path":       postedJSON(t, `{"path":"b.md","content":"# A"}`),
		"another collection": postedJSON(t, `{"collection":"b","path":"a.md","content":"# A"}`),
		"a dry run":          posted(t, "/v1/documents?dry_run=true", "application/json", `{"path":"a.md","content":"# A"}`),
	} {
		if got := problem(t, k.do(t, keyed(r)), http.StatusConflict); got.Code != "idempotency_key_reused" {
			t.Errorf("%s: code = %q, want idempotency_key_reused", name, got.Code)
		}
	}
	for name, keys := range map[string][]string{
		"empty": {""}, "long": {strings.Repeat("k", 256)}, "of bytes": {"\xff"}, "two": {"a", "b"},
	} {
		r := postedJSON(t, `{"path":"a.md","content":"# A"}`)
		r.Header["Idempotency-Key"] = keys
		if got := problem(t, k.do(t, r), http.StatusBadRequest); got.Code != "invalid_idempotency_key" {
			t.Errorf("a key that is %s: code = %q", name, got.Code)
		}
	}
}

func TestAFullQueueSaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.desk.fault = quarry.Errorf(quarry.KindUnavailable, "100 jobs wait already").WithCode("queue_full")
	answer := k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`))
	if got := problem(t, answer, http.StatusServiceUnavailable); got.Code != "queue_full" || answer.Header().Get("Retry-After") == "" {
		t.Errorf("code %q, Retry-After %q; want queue_full and a time", got.Code, answer.Header().Get("Retry-After"))
	}
	if kept := k.spool.texts(); len(kept) != 0 {
		t.Errorf("kept %q, want nothing", kept)
	}
}

// A job that could not be synced may be found at the next start, and reads its upload then.
func TestAnUploadStaysWhereItsJobMayBeThereAfterAll(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.desk.fault = quarry.Errorf(quarry.KindUnavailable, "the disk cannot be written").Because(&quarry.UnconfirmedError{Cause: io.ErrShortWrite})
	answer := k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`))
	if answer.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d, want it refused", answer.Code)
	}
	if kept := k.spool.texts(); len(kept) != 1 {
		t.Errorf("kept %q, want the upload", kept)
	}
}

func TestAServerThatDoesNoJobsSaysSo(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Writing = write.Config{} })
	for _, r := range []*http.Request{
		postedJSON(t, `{"path":"a.md","content":"# A"}`), request(t, "/v1/jobs/j_aaaaaaaaaaaaaaaaaaaa"), request(t, "/v1/jobs"),
	} {
		if got := problem(t, k.do(t, owned(r)), http.StatusServiceUnavailable); got.Code != "writing_unavailable" {
			t.Errorf("%s: code = %q, want writing_unavailable", r.URL, got.Code)
		}
	}
}
