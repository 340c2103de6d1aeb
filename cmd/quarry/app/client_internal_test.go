package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api/view"
)

// numbers answers a list of 250 numbers, page by page.
func numbers(w http.ResponseWriter, r *http.Request) {
	const total = 250
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	start, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	page := view.List[int]{Items: []int{}, Total: total}
	for i := start; i < min(start+limit, total); i++ {
		page.Items = append(page.Items, i)
	}
	if end := start + limit; end < total {
		page.NextCursor = new(strconv.Itoa(end))
	}
	body, _ := json.Marshal(page)
	_, _ = w.Write(body)
}

func TestAListIsReadAsFarAsItIsAskedFor(t *testing.T) {
	t.Parallel()
	from := inProcess(http.HandlerFunc(numbers), nil)
	for most, want := range map[int]string{
		1: "1 to 0, more true", 100: "100 to 99, more true", 101: "101 to 100, more true",
		250: "250 to 249, more false", 1000: "250 to 249, more false", 0: "250 to 249, more false",
	} {
		found, body, err := ReadList[int](t.Context(), from, Listing{"/v1/numbers", url.Values{}, most})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d to %d, more %t", len(found.Items), found.Items[len(found.Items)-1], found.NextCursor != nil)
		if got != want {
			t.Errorf("of %d: %s, want %s", most, got, want)
		}
		if wanted, err := json.Marshal(found); err != nil || strings.TrimSpace(string(body)) != string(wanted) {
			t.Errorf("of %d: the JSON is not that of the whole list: %.200s", most, body)
		}
	}
}
