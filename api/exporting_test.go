package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// records reads the lines of an export.
func records(t *testing.T, body string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(body) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, one)
	}
	return all
}

func TestAnExportHasAHeaderDocumentsEntriesAndAnEnd(t *testing.T) {
	t.Parallel()
	answer := newKit(t).get(t, "/v1/export")
	all := records(t, answer.Body.String())
	var kinds []any
	for _, one := range all {
		kinds = append(kinds, one["kind"])
	}
	want := []any{nil, "document", "question", "question", "fact", "spec", "spec", "passage", nil}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Fatalf("lines (-want +got):\n%s", diff)
	}
	if head := all[0]; head["quarry_export"] != 1.0 || head["revision"] != 7.0 || head["scheme"] != quarry.IDScheme || head["filtered"] != false {
		t.Errorf("header = %v", head)
	}
	if document := all[1]; document["text"] != notesText || document["entries"] != 6.0 || document["report"] == nil {
		t.Errorf("document = %v", document)
	}
	end := map[string]any{"quarry_export_end": map[string]any{"documents": 1.0, "entries": 6.0, "revision": 7.0}}
	if diff := cmp.Diff(end, all[8]); diff != "" {
		t.Errorf("end (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/x-ndjson", "Quarry-Revision": "7",
		"Content-Disposition": `attachment; filename="quarry-export.jsonl"`,
	} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestAnExportSaysNothingOfTheMachineAndTheSameTwice(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	first := k.get(t, "/v1/export").Body.String()
	if again := k.get(t, "/v1/export").Body.String(); again != first {
		t.Error("two exports of one state differ")
	}
	if strings.Contains(first, "/home/") || strings.Contains(first, "ingested_at") {
		t.Error("the export names a folder of the machine, or a time")
	}
}

func TestAddressesInAnExportAreWhole(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*api.Config){
		"http://localhost/v1/":          func(*api.Config) {},
		"https://quarry.example/kb/v1/": func(c *api.Config) { c.PublicURL = "https://quarry.example/kb/" },
	} {
		k := newKit(t, change)
		for _, format := range []string{"jsonl", "csv"} {
			body := k.get(t, "/v1/export?format="+format).Body.String()
			if !strings.Contains(body, want+"documents/"+string(notesID)) && !strings.Contains(body, want+"questions/q_") {
				t.Errorf("%s: no address begins with %s:\n%s", format, want, body)
			}
			if strings.Contains(body, `"/v1/`) {
				t.Errorf("%s: an address is relative:\n%s", format, body)
			}
		}
	}
}

func TestAFilterOfAnExportReachesTheStore(t *testing.T) {
	t.Parallel()
	for format, target := range map[string]string{
		"jsonl": "/v1/export?kind=question,fact", "csv": "/v1/export?format=csv&kind=question", "anki": "/v1/export?format=anki",
	} {
		k := newKit(t)
		k.get(t, target+asParameter(target)+"difficulty=hard&topic=firing&collection=main&document="+notesPath)
		asked := k.store.lastAsked()
		if len(asked.Difficulties) != 1 || len(asked.Topics) != 2 || len(asked.Collections) != 1 || len(asked.Documents) != 1 || len(asked.Kinds) == 0 {
			t.Errorf("%s: the store was asked for %+v", format, asked)
		}
		if (asked.Answered == quarry.Yes) != (format == "anki") {
			t.Errorf("%s: answered = %d", format, asked.Answered)
		}
	}
	k := newKit(t)
	if head := records(t, k.get(t, "/v1/export?answered=false").Body.String())[0]; head["filtered"] != true {
		t.Errorf("header = %v, and entries may be missing", head)
	}
	if head := records(t, k.get(t, "/v1/export?document=nowhere.md").Body.String())[0]; head["notes"] == nil || head["filtered"] != false {
		t.Errorf("header = %v, want a note on the unknown document", head)
	}
}

// asParameter is what a further parameter of an address begins with.
func asParameter(target string) string {
	if strings.Contains(target, "?") {
		return "&"
	}
	return "?"
}

func TestAnExportRefusesWhatItsFormatCannotHold(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, target := range []string{
		"format=xml", "format=csv&kind=fact,spec", "format=anki&kind=fact", "format=csv&kind=conflict", "format=csv,anki",
		"difficulty=hrad", "limit=3", "format=", "answered=perhaps", "seed=1", "answer_state=never", "min=1",
	} {
		if got := problem(t, k.get(t, "/v1/export?"+target), http.StatusBadRequest); got.Detail == "" {
			t.Errorf("%s: %+v", target, got)
		}
	}
}

// sheet reads a table of comma-separated values.
func sheet(t *testing.T, body string) [][]string {
	t.Helper()
	if strings.Count(body, "\r\n") == 0 || !strings.HasSuffix(body, "\r\n") {
		t.Errorf("rows do not end with CR LF: %q", body)
	}
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestATableHasTheColumnsOfItsKind(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for kind, want := range map[string]struct {
		head, first string
	}{
		"question": {
			"id,question,answer,choices,difficulty,difficulty_source,style,topics,document,line_start,line_end,url",
			"q_aaaaaaaaaaaaaaaaaaaa,What does a kiln do?,It fires clay.,,easy,stated,open,firing,notes/kiln.md,3,5," +
				"http://localhost/v1/questions/q_aaaaaaaaaaaaaaaaaaaa",
		},
		"fact": {
			"id,subject,statement,citations,difficulty,difficulty_source,topics,document,line_start,line_end,url",
			"f_aaaaaaaaaaaaaaaaaaaa,kiln,A kiln has a door.,https://example.org/doors,,none,firing,notes/kiln.md,7,7," +
				"http://localhost/v1/facts/f_aaaaaaaaaaaaaaaaaaaa",
		},
		"spec": {
			"id,device,attribute,conditions,value,min,max,unit,qualifier,normalized_min,normalized_max,normalized_unit,confidence,topics,document,line_start,line_end,url",
			"s_aaaaaaaaaaaaaaaaaaaa,Ember K100,Power,basis=unstated; per=unstated; precision=none; sparsity=unstated," +
				"3.5 kW,3.5,3.5,kW,exact,3500,3500,W,0.875,,notes/kiln.md,8,8,http://localhost/v1/specs/s_aaaaaaaaaaaaaaaaaaaa",
		},
		"passage": {
			"id,heading,text,difficulty,difficulty_source,topics,document,line_start,line_end,url",
			"p_aaaaaaaaaaaaaaaaaaaa,Kilns,A kiln has a door.,,none,kilns,notes/kiln.md,7,7,http://localhost/v1/passages/p_aaaaaaaaaaaaaaaaaaaa",
		},
	} {
		answer := k.get(t, "/v1/export?format=csv&kind="+kind)
		rows := sheet(t, answer.Body.String())
		if got := strings.Join(rows[0], ","); got != want.head {
			t.Errorf("%s: columns = %s", kind, got)
		}
		if got := strings.ReplaceAll(strings.Join(rows[1], ","), ", ", "; "); got != want.first {
			t.Errorf("%s: first row = %s", kind, got)
		}
		file := fmt.Sprintf(`attachment; filename="quarry-%ss.csv"`, kind)
		if answer.Header().Get("Content-Disposition") != file || answer.Header().Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%s: headers = %v", kind, answer.Header())
		}
	}
}

func TestNoCellOfATableIsAFormula(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\n=1": "'\n=1", "＝1": "'＝1", "é=1": "é=1", "\xff=1": "\xff=1", "": "", "'=1": "''=1",
		"'tis": "'tis", "1=1": "1=1", "a,\"b\"\nc": "a,\"b\"\nc",
	} {
		k.store.questions[0].Text = text
		rows := sheet(t, k.get(t, "/v1/export?format=csv").Body.String())
		if got := rows[1][1]; got != want {
			t.Errorf("the cell of %q is %q, want %q", text, got, want)
		}
		if bare, _ := strings.CutPrefix(rows[1][1], "'"); text != rows[1][1] && bare != text {
			t.Errorf("%q cannot be had back from %q", text, rows[1][1])
		}
	}
}

func TestNotesForAnkiHaveTheirFields(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	q := &k.store.questions[0]
	q.Text, q.Choices = `Is 1 < 2 & "so"`, []string{"yes\there", "<b>no</b>"}
	q.Answer = "First.\r\n```go\nif a {\n\tb()\n}\n```\nLast."
	answer := k.get(t, "/v1/export?format=anki&answered=true")
	head, rest, _ := strings.Cut(answer.Body.String(), "q_")
	if want := "#separator:tab\n#html:true\n#notetype:Basic\n#guid column:1\n#deck column:2\n#tags column:5\n"; head != want {
		t.Errorf("head = %q, want %q", head, want)
	}
	note, _, _ := strings.Cut(rest, "\n")
	want := []string{
		"aaaaaaaaaaaaaaaaaaaa", "notes::kiln",
		"Is 1 &lt; 2 &amp; &#34;so&#34;<ol type=A><li>yes    here</li><li>&lt;b&gt;no&lt;/b&gt;</li></ol>",
		"First.<pre><code>if a {<br>    b()<br>}</code></pre>Last.", "firing difficulty::easy",
	}
	if diff := cmp.Diff(want, strings.Split(note, "\t")); diff != "" {
		t.Errorf("note (-want +got):\n%s", diff)
	}
	if got := answer.Header().Get("Content-Type"); got != "text/plain; charset=utf-8" {
		t.Errorf("Content-Type = %q", got)
	}
}

func TestAnExportThatTheCallerHasIsNotSentAgain(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	r := request(t, "/v1/export")
	r.Header.Set("If-None-Match", k.get(t, "/v1/export").Header().Get("ETag"))
	if answer := k.do(t, r); answer.Code != http.StatusNotModified || answer.Body.Len() > 0 {
		t.Errorf("status %d with %d bytes", answer.Code, answer.Body.Len())
	}
}

func TestTheHeadOfAnExportReadsNoDocument(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	before := k.store.reads.Load()
	r := request(t, "/v1/export?format=csv")
	r.Method = http.MethodHead
	answer := k.raw(r)
	if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "text/csv; charset=utf-8" || k.store.reads.Load() != before {
		t.Errorf("status %d, type %q, %d reads", answer.Code, answer.Header().Get("Content-Type"), k.store.reads.Load()-before)
	}
}

func TestAnExportThatCannotBeginIsAProblem(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.fault = errors.New("the disk at /var/lib/secret is gone")
	answer := k.get(t, "/v1/export")
	if got := problem(t, answer, http.StatusInternalServerError); strings.Contains(got.Detail, "secret") {
		t.Errorf("detail = %q", got.Detail)
	}
	if answer.Header().Get("Content-Disposition") != "" || answer.Header().Get("ETag") != "" {
		t.Errorf("headers = %v", answer.Header())
	}
}

func TestAnExportThatTakesTooLongToBeginSaysSo(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) {
		c.Timeout = time.Millisecond
		c.Store = &shelf{knowledge: c.Store.(*knowledge), wait: time.Minute} //nolint:forcetypeassert // the kit has no other
	})
	if got := problem(t, k.get(t, "/v1/export"), http.StatusServiceUnavailable); got.Code != "timeout" {
		t.Errorf("code = %q, want timeout", got.Code)
	}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := k.server.Export(ctx, url.Values{}, "", io.Discard); !errors.Is(err, context.Canceled) || quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want that the export was ended", err)
	}
}

// shelf hands out a document again and again, each as large as many entries.
type shelf struct {
	*knowledge
	pages int64 // after which there is no more; 0 for no end
	fault error // in place of the end
	wait  time.Duration
	read  atomic.Int64
}

func (s *shelf) Knowledge(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Knowledge], error) {
	read := s.read.Add(1)
	if s.pages > 0 && read > s.pages {
		return quarry.Page[quarry.Knowledge]{Revision: 9}, s.fault
	}
	select {
	case <-ctx.Done():
		return quarry.Page[quarry.Knowledge]{}, ctx.Err()
	case <-time.After(s.wait):
	}
	page, err := s.knowledge.Knowledge(ctx, f, quarry.PageRequest{Limit: p.Limit})
	for i := range page.Items {
		page.Items[i].Content.Text = bytes.Repeat([]byte("A kiln has a door.\n"), 10_000)
	}
	page.Next = &quarry.Position{Path: notesPath}
	return page, err
}

// serving starts a server over a shelf.
func serving(t *testing.T, s *shelf) string {
	t.Helper()
	k := newKit(t, func(c *api.Config) { c.Store = s })
	s.knowledge = k.store
	server := httptest.NewUnstartedServer(k.handler)
	server.Config.ReadTimeout, server.Config.WriteTimeout = 300*time.Millisecond, 300*time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	return server.URL + "/v1/export"
}

// streamed is an answer on its way.
type streamed struct {
	io.Reader

	status  int
	chunked bool
}

// fetch asks for an export as a caller at localhost.
func fetch(ctx context.Context, t *testing.T, target string) streamed {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "localhost"
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return streamed{Reader: answer.Body, status: answer.StatusCode, chunked: slices.Equal(answer.TransferEncoding, []string{"chunked"})}
}

func TestAnExportLastsLongerThanAnyOtherAnswer(t *testing.T) {
	t.Parallel()
	answer := fetch(t.Context(), t, serving(t, &shelf{pages: 8, wait: 100 * time.Millisecond}))
	body, err := io.ReadAll(answer)
	if err != nil || !strings.Contains(string(body), `{"quarry_export_end":{"documents":8,"entries":48,"revision":9}}`) {
		t.Errorf("error %v after %d bytes", err, len(body))
	}
	if !answer.chunked {
		t.Error("the answer is not chunked")
	}
}

func TestAnExportThatFailsOnItsWayIsCut(t *testing.T) {
	t.Parallel()
	answer := fetch(t.Context(), t, serving(t, &shelf{pages: 3, fault: errors.New("the disk is gone")}))
	body, err := io.ReadAll(answer)
	if answer.status != http.StatusOK || err == nil || strings.Contains(string(body), "quarry_export_end") {
		t.Errorf("status %d, error %v after %d bytes: it does not show that it is cut", answer.status, err, len(body))
	}
}

func TestAnExportEndsWhenTheCallerIsGone(t *testing.T) {
	t.Parallel()
	s := &shelf{wait: time.Millisecond}
	ctx, leave := context.WithCancel(t.Context())
	answer := fetch(ctx, t, serving(t, s))
	if _, err := bufio.NewReader(answer).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	leave()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for before := int64(-1); ; before = s.read.Load() {
		if s.read.Load() == before {
			return
		}
		select {
		case <-look.C:
		case <-t.Context().Done():
			t.Fatal("the export goes on")
		}
	}
}

func TestAnExportInProcessSaysWhatItHeld(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	var out bytes.Buffer
	done, err := k.server.Export(t.Context(), url.Values{"document": {"nowhere.md"}}, "http://kb", &out)
	if err != nil || done.Documents != 1 || done.Entries != 6 || len(done.Notes) != 1 {
		t.Errorf("exported = %+v, %v", done, err)
	}
	if _, err := k.server.Export(t.Context(), url.Values{"format": {"xml"}}, "", &out); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("error = %v, want one on the format", err)
	}
	if _, err := k.server.Export(t.Context(), url.Values{}, "", full{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error = %v, want the writer's", err)
	}
}

// full is a disk that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
