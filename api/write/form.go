package write

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

const (
	mostFiles        = 100  // of a form
	longestFormField = 4096 // bytes of a field that is no file
)

// form is what was read of a form.
type form struct {
	collection string
	paths      []string
	names      []string // of the files, as they were sent
	files      []quarry.JobFile
}

// fromForm keeps the files of a form, as they come and wherever they are to go.
func (u upload) fromForm(boundary string) ([]quarry.JobFile, error) {
	var f form
	parts := multipart.NewReader(u.body, boundary)
	part, err := parts.NextRawPart()
	for err == nil {
		if err = u.readPart(part, &f); err == nil {
			part, err = parts.NextRawPart()
		}
	}
	if errors.Is(err, io.EOF) && part == nil {
		err = f.place()
	}
	if err != nil {
		u.h.discard(f.files)
		return nil, err
	}
	return f.files, nil
}

func (u upload) readPart(part *multipart.Part, f *form) error {
	switch name := part.FormName(); name {
	case "file":
		if len(f.files) == mostFiles {
			return rest.RefuseField("file", rest.CodeParameter,
				fmt.Sprintf("given more than %d times: hand in the others with another request", mostFiles))
		}
		_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil {
			return err
		}
		taken, err := u.take(cmp.Or(params["filename"], fmt.Sprintf("number %d", len(f.files)+1)), part)
		if err != nil {
			return err
		}
		f.files, f.names = append(f.files, taken), append(f.names, params["filename"])
		return nil
	case "collection":
		if f.collection != "" {
			return rest.RefuseField(name, "repeated_parameter", "given more than once")
		}
		text, err := readFormField(part, name)
		f.collection = text
		return err
	case "path":
		if len(f.paths) == mostFiles {
			return rest.RefuseField(name, rest.CodeParameter, fmt.Sprintf("given more than %d times", mostFiles))
		}
		text, err := readFormField(part, name)
		f.paths = append(f.paths, text)
		return err
	default:
		return rest.RefuseField(shortened(name), "unknown_parameter", "a form of documents has no such part").
			WithFixes("file", "path", "collection")
	}
}

// place gives every file its place: the path that was sent for it, or its own name,
// behind a path that ends with a slash. Two files of one path are refused.
func (f *form) place() error {
	if len(f.files) == 0 {
		return rest.RefuseField("file", rest.CodeParameter, "is missing: a form has at least one part of this name")
	}
	collection, err := quarry.CollectionName(f.collection)
	if err != nil {
		return err
	}
	taken := make(map[string]bool, len(f.files))
	for i, given := range f.names {
		switch {
		case len(f.paths) == 1 && strings.HasSuffix(f.paths[0], "/") && given != "":
			given = f.paths[0] + given
		case len(f.paths) == len(f.files):
			given = f.paths[i]
		case len(f.paths) > 0:
			return rest.RefuseField("path", rest.CodeParameter,
				fmt.Sprintf("must be given once for each of the %d files, or once with a slash at its end", len(f.files)))
		}
		path, err := quarry.DocumentPath(given)
		if err != nil {
			return err
		}
		if taken[path] {
			return rest.RefuseField("path", rest.CodeParameter, fmt.Sprintf("%q is the path of two files", path))
		}
		taken[path] = true
		f.files[i].Collection, f.files[i].Path = collection, path
	}
	return nil
}

// shortened is a name that a client sent, as far as it is worth repeating.
func shortened(name string) string {
	const longest = 64
	if len(name) > longest {
		name = name[:longest] + "…"
	}
	return strings.ToValidUTF8(name, "\ufffd")
}

func readFormField(part *multipart.Part, name string) (string, error) {
	text, err := io.ReadAll(io.LimitReader(part, longestFormField+1))
	if err == nil && len(text) > longestFormField {
		err = rest.RefuseField(name, rest.CodeParameter, fmt.Sprintf("must have at most %d bytes", longestFormField))
	}
	if err == nil && len(text) == 0 {
		err = rest.RefuseField(name, rest.CodeParameter, "has no value; leave it out instead")
	}
	return string(text), err
}
