package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

func TestADocumentIsShownWithItsReportAndWithoutItsFolder(t *testing.T) {
	t.Parallel()
	answer := newKit(t).get(t, "/v1/documents/"+string(notesID))
	got := decoded[view.DocumentDetail](t, answer, http.StatusOK)
	want := view.DocumentDetail{
		Document: view.Document{
			ID: string(notesID), Collection: "main", Path: notesPath, Title: "Kilns",
			SHA256: notesSum(), TextSHA256: notesSum(), TextOf: "file", Encoding: "utf-8",
			Bytes: int64(len(notesText)), Language: new("en"), Fingerprint: "markdown/1",
		},
		Report: view.Report{
			Format: "markdown", Parser: "markdown/1", Coverage: 0.8, Extracted: 0.5,
			Lines:       view.LineCounts{Entry: 2, Structure: 1, Furniture: 3, Prose: 4, Unaccounted: 5},
			Counts:      view.Counts{Question: 2, Fact: 1, Spec: 3, Passage: 4},
			Unaccounted: []view.LineRange{{LineStart: 2, LineEnd: 2}, {LineStart: 5, LineEnd: 8}},
			Warnings:    []string{"a row has more cells than the table's header"},
		},
		BroughtTopics: []view.BroughtTopic{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
	if strings.Contains(answer.Body.String(), "private") {
		t.Errorf("the folder on disk is shown: %s", answer.Body)
	}
}

func TestDocumentsAreListedWithWhatCameOfReadingThem(t *testing.T) {
	t.Parallel()
	page := decoded[view.List[view.DocumentDetail]](t,
		newKit(t).get(t, "/v1/documents?collection=main&q=notes&sort=-coverage"), http.StatusOK)
	if len(page.Items) != 1 || page.Items[0].Path != notesPath || page.Items[0].Report.Coverage != 0.8 {
		t.Errorf("documents = %+v, want the notes with their coverage", page.Items)
	}
	refused := problem(t, newKit(t).get(t, "/v1/documents?sort=coverag"), http.StatusBadRequest)
	if !slices.Contains(refused.Fixes, "coverage") {
		t.Errorf("fixes = %q, want coverage", refused.Fixes)
	}
}

func TestContentIsTheStoredTextOrSomeOfItsLines(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ query, want string }{
		"all of it":        {"", notesText},
		"a range":          {"?lines=3-5", "What does a kiln do? easy\n\nIt fires clay.\n"},
		"one line":         {"?lines=7", "A kiln has a door.\n"},
		"behind the end":   {"?lines=8-99", "The K100 draws 3.5 kW.\n"},
		"the last line":    {"?lines=8-8", "The K100 draws 3.5 kW.\n"},
		"an encoded hyph.": {"?lines=1%2D1", "# Kilns\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := newKit(t).get(t, "/v1/documents/"+string(notesID)+"/content"+tc.query)
			if answer.Code != http.StatusOK || answer.Body.String() != tc.want {
				t.Errorf("content = %d %q, want 200 %q", answer.Code, answer.Body, tc.want)
			}
			if got := answer.Header().Get("Content-Type"); got != "text/plain; charset=utf-8" {
				t.Errorf("Content-Type = %q: a stored page must never be taken for one of ours", got)
			}
		})
	}
}

func TestALastLineWithoutItsEndIsALine(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.contents[notesID] = quarry.Content{Text: []byte("one\ntwo")}
	if got := k.get(t, "/v1/documents/"+string(notesID)+"/content?lines=2").Body.String(); got != "two" {
		t.Errorf("line 2 = %q, want two", got)
	}
}

func TestLinesThatAreNotThereAreRefused(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]string{
		"line 0": "0-3", "backwards": "5-3", "a word": "all", "behind the text": "9-10", "half a range": "3-",
		"a sign": "-3", "too many": "1-2-3", "too large": "99999999999999999999",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newKit(t).get(t, "/v1/documents/"+string(notesID)+"/content?lines="+lines), http.StatusBadRequest)
			if got.Code != "invalid_parameter" || len(got.Errors) != 1 || got.Errors[0].Field != "lines" {
				t.Errorf("problem = %+v, want an invalid parameter lines", got)
			}
		})
	}
}

func TestStatsSayHowFarEveryFollowerHasCome(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 5, Ready: true, Building: true, Reason: "rebuilding"})
	got := decoded[view.Stats](t, k.get(t, "/v1/stats"), http.StatusOK)
	want := view.Stats{
		Documents: 1, Counts: view.Counts{Question: 2, Fact: 1}, Answered: 1, Coverage: 1,
		Lines: view.LineCounts{Entry: 7, Structure: 2}, Bytes: 120, Revision: 7, Version: "test",
		Followers: []view.Follower{
			{Name: "lexical", Cursor: 5, Lag: 2, Ready: true, Building: true, Reason: new("rebuilding")},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
}
