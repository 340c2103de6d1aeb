package api_test

import (
	"net/http"
	"testing"
)

// Whatever is sent to be stored is accepted or refused, as the contract says, and
// what was refused leaves nothing behind.
func FuzzUpload(f *testing.F) {
	const head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.md\"\r\n\r\n# A\r\n"
	f.Add("application/json", `{"path":"a.md","content":"# A"}`)
	f.Add("application/json", `{"collection":"b","path":"a/b.md","content_base64":"eA=="}`)
	f.Add("application/json", `{"path":1,"path":[]}`)
	f.Add("multipart/form-data; boundary=x", head+"--x--\r\n")
	f.Add("multipart/form-data; boundary=x", head+"--x\r\nContent-Disposition: form-data; name=\"path\"\r\n\r\nn/\r\n--x--\r\n")
	f.Add("multipart/form-data; boundary=\"x\"", head)
	f.Add("multipart/form-data; boundary=", "--\r\n")
	k := newKit(f) // one for all: to build a server takes longer than to ask it
	f.Fuzz(func(t *testing.T, media, body string) {
		jobs, files := k.desk.count(), len(k.spool.texts())
		r := postedJSON(t, body)
		r.Header["Content-Type"] = []string{media}
		answer := k.raw(r)
		accepted := answer.Code == http.StatusAccepted
		if !accepted && (answer.Code < http.StatusBadRequest || answer.Code >= http.StatusInternalServerError) {
			t.Errorf("status = %d: %s", answer.Code, answer.Body)
		}
		if jobs, files := k.desk.count()-jobs, len(k.spool.texts())-files; (jobs == 1) != accepted || (files > 0) != accepted {
			t.Errorf("status = %d with %d jobs and %d files more", answer.Code, jobs, files)
		}
	})
}
