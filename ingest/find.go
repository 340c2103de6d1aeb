package ingest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
)

// Request says what a run ingests and how.
type Request struct {
	Paths      []string // files and folders
	Extra      []Source // sources that are no files, such as standard input
	Collection string
	As         string // put before every path, "notes/"; "" for nothing
	// FollowLinks lets links lead out of the folder in which they are found. A folder
	// from elsewhere may hold one to what only its reader may see.
	FollowLinks bool
}

// Sources is what a request comes to.
type Sources struct {
	Found      []Source
	Refused    []Source // there, but claimed by two: nothing is removed for their absence
	Rejections []quarry.Rejection
	Roots      []string // the folders that were looked through to the end
	Hidden     int      // files and folders that were passed over because their names begin with a dot
}

// place returns a path with the request's name before it. A name cannot lead
// out of the collection.
func (r Request) place(at string) string {
	return norm.NFC.String(strings.TrimPrefix(path.Join("/", r.As, at), "/"))
}

// Find returns the files under the request's paths, sorted by path, each file
// once: under the path that was given first. Two files that claim one path are
// both refused: which of them is meant cannot be known. Hidden files and
// folders are passed over, and links to
// folders are not followed, nor links that lead out of the folder. A path that
// leads out of the collection is refused, and so is a whole request whose name
// does.
func Find(r Request) Sources {
	if name := strings.TrimSuffix(r.As, "/"); r.As != "" && !isPlain(name) {
		return Sources{Rejections: []quarry.Rejection{stageError(StageClaim, r.As, unplain(r.As)).Rejection()}}
	}
	f := finder{request: r, claims: map[string][]Source{}, seen: map[string]bool{}}
	for _, given := range r.Paths {
		f.add(given)
	}
	for _, source := range r.Extra {
		f.claim(source)
	}
	for at, claimed := range f.claims {
		if len(claimed) == 1 {
			f.found.Found = append(f.found.Found, claimed[0])
			continue
		}
		f.found.Refused = append(f.found.Refused, claimed...)
		names := make([]string, 0, len(claimed))
		for _, source := range claimed {
			names = append(names, source.Name)
		}
		slices.Sort(names)
		f.reject(StageClaim, at, quarry.Errorf(quarry.KindConflict,
			"%s all claim the path %q: ingest them one by one with --as NAME/", strings.Join(names, " and "), at))
	}
	slices.SortFunc(f.found.Found, func(a, b Source) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(f.found.Rejections, func(a, b quarry.Rejection) int { return strings.Compare(a.Source, b.Source) })
	return f.found
}

type finder struct {
	request Request
	found   Sources
	claims  map[string][]Source // by collection path
	seen    map[string]bool     // by name
}

// add looks through one path. A file's root is its folder.
func (f *finder) add(given string) {
	absolute, err := filepath.Abs(given)
	if err == nil {
		absolute, err = filepath.EvalSymlinks(absolute)
	}
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(absolute)
	}
	switch {
	case err != nil:
		f.reject(StageFind, given, readError(err))
	case info.IsDir():
		f.walk(absolute)
	default:
		f.claim(f.source(filepath.Dir(absolute), absolute))
	}
}

// walk claims every file of a folder. Unless all of it could be read, the
// folder does not count as looked through: nothing is pruned on a guess.
func (f *finder) walk(root string) {
	whole := true
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			whole = false
			f.reject(StageFind, file, readError(err))
			return nil
		}
		return f.visit(root, file, entry)
	})
	if err == nil && whole {
		f.found.Roots = append(f.found.Roots, root)
	}
}

// visit claims a file, or the one that a link leads to. A link that leads nowhere is
// reported, and its document is kept: the place that it leads to may come back.
func (f *finder) visit(root, file string, entry fs.DirEntry) error {
	if file != root && strings.HasPrefix(entry.Name(), ".") {
		f.found.Hidden++
		if entry.IsDir() {
			return filepath.SkipDir
		}
		return nil
	}
	if entry.IsDir() {
		return nil
	}
	source := f.source(root, file)
	if entry.Type()&fs.ModeSymlink != 0 {
		target, err := os.Stat(file)
		switch {
		case err != nil:
			err = readError(err)
		case target.IsDir():
			return nil
		case !f.request.FollowLinks && leadsOut(root, file):
			err = quarry.Errorf(quarry.KindForbidden, "is a link that leads out of the folder: name the file itself, or pass --follow-links")
		}
		if err != nil {
			f.reject(StageFind, file, err)
			f.found.Refused = append(f.found.Refused, f.placed(source))
			return nil
		}
	}
	f.claim(source)
	return nil
}

// leadsOut reports whether a link ends outside of a folder, of which every link is
// resolved already.
func leadsOut(root, file string) bool {
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return true
	}
	within, err := filepath.Rel(root, target)
	return err != nil || !filepath.IsLocal(within)
}

func (f *finder) source(root, file string) Source {
	relative := strings.TrimPrefix(strings.TrimPrefix(file, root), string(filepath.Separator))
	source := FileSource(f.request.Collection, root, filepath.ToSlash(relative), file)
	if info, err := os.Stat(file); err == nil {
		source.Size = info.Size()
	}
	return source
}

// placed returns a source with the request's name before its path.
func (f *finder) placed(source Source) Source {
	source.As, source.Path = f.request.place(""), f.request.place(source.Path)
	return source
}

// claim puts a source under its path in the collection.
func (f *finder) claim(source Source) {
	if f.seen[source.Name] {
		return
	}
	f.seen[source.Name] = true
	if !isPlain(source.Path) {
		f.reject(StageClaim, source.Name, unplain(source.Path))
		return
	}
	source = f.placed(source)
	f.claims[source.Path] = append(f.claims[source.Path], source)
}

func (f *finder) reject(stage Stage, name string, err error) {
	f.found.Rejections = append(f.found.Rejections, stageError(stage, name, err).Rejection())
}

// isPlain reports whether a path is relative, without "." and "..", and UTF-8.
func isPlain(at string) bool { return fs.ValidPath(at) && at != "." }

func unplain(at string) error {
	return quarry.Errorf(quarry.KindInvalid,
		`the path %q is none inside of a collection: names parted by "/" are, in UTF-8, without "." and ".."`, at)
}
