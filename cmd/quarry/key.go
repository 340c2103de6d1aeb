package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

type keyCommands struct {
	Create keyCreateCommand `cmd:"" help:"Make a key and print its secret, once."`
	List   keyListCommand   `cmd:"" help:"List the keys, without their secrets."`
	Revoke keyRevokeCommand `cmd:"" help:"End a key at once."`
}

type keyCreateCommand struct {
	Name    *string `help:"What the key is for, such as the program that gets it: the day, unless told." placeholder:"NAME"`
	Scope   string  `help:"What it allows: read, study, which includes reading, or write, which includes both (${default})." enum:"read,study,write" default:"read"`
	Expires string  `help:"When it ends: in 12h, 90d or 8w, at the end of a day (UTC), or at a moment such as 2030-12-31T18:00:00Z. Never, unless told." placeholder:"90d|2030-12-31"`

	JSON bool `help:"Print the key as JSON, with its secret."`
}

// Help says what to do with what is printed.
func (*keyCreateCommand) Help() string {
	return `The secret is printed to standard output and nothing else is, so that it can be kept
by a program: quarry key create --name bot > bot.key. It is not stored and cannot be
shown again. Send it as "Authorization: Bearer SECRET" or "X-API-Key: SECRET".

A server that runs knows the key at once.`
}

// Run makes a key, in a database that is made where there is none.
func (c *keyCreateCommand) Run(ctx context.Context, s *app.Session) error {
	now := time.Now()
	var expires time.Time // never
	if c.Expires != "" {
		end, ok := endOf(c.Expires, now)
		if !ok {
			return quarry.Errorf(quarry.KindInvalid,
				"--expires %q is not known: it takes hours, days or weeks (12h, 90d, 8w), a day (2030-12-31), "+
					"at whose end it ends, or a moment (2030-12-31T18:00:00Z)", c.Expires)
		}
		if !end.After(now) || end.Sub(now) > longestLife {
			return quarry.Errorf(quarry.KindInvalid,
				"--expires %s is over already, or more than 100 years away", c.Expires)
		}
		expires = end.Truncate(time.Second).UTC()
	}
	var random [quarry.KeyEntropy]byte
	_, _ = rand.Read(random[:])                         // never fails: crypto/rand ends the program instead
	name := "key of " + now.UTC().Format(time.DateOnly) // so that keys are told apart
	if c.Name != nil {
		name = *c.Name
	}
	key, secret, err := quarry.NewKey(name, quarry.Scope(c.Scope), random, now.Truncate(time.Microsecond).UTC())
	if err != nil {
		return err
	}
	key.Expires = expires
	if err := s.WriteStore(ctx, "key", func(keys *sqlite.Store) error { return keys.AddKey(ctx, key) }); err != nil {
		return err
	}
	if c.JSON {
		return present.JSON(s.Out, createdView{keyView: viewKey(key, now), Secret: secret.Reveal()})
	}
	may := map[quarry.Scope]string{
		quarry.ScopeRead: "read", quarry.ScopeStudy: "read and study", quarry.ScopeWrite: "read, study and write",
	}[key.Scope]
	if !key.Expires.IsZero() {
		may += " until " + key.Expires.Format(time.RFC3339)
	}
	_, _ = fmt.Fprintf(s.Err, "quarry: key %s (%s) may %s\n", key.ID, present.Printable(key.Name), may)
	_, _ = fmt.Fprintln(s.Err, "quarry: this is its secret; it is not stored and cannot be shown again:")
	_, err = fmt.Fprintln(s.Out, secret.Reveal())
	return err
}

// longestLife keeps a slip of the pen from making a moment that no clock has.
const longestLife = 100 * 365 * 24 * time.Hour

// endOf reads how long from now, or which day, whose end is meant.
func endOf(text string, now time.Time) (time.Time, bool) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1), true
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, true
	}
	units := map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}
	unit := units[text[len(text)-1:]]
	number, err := strconv.ParseUint(text[:len(text)-1], 10, 20)
	if err != nil || unit == 0 {
		return time.Time{}, false
	}
	return now.Add(time.Duration(number) * unit), true
}

type keyListCommand struct {
	JSON bool `help:"Print the keys as JSON."`
}

// Run reads the database beside the process that has it.
func (c *keyListCommand) Run(ctx context.Context, s *app.Session) error {
	var keys []quarry.Key
	err := s.ReadStore(ctx, func(store *sqlite.Store) error {
		var err error
		keys, err = store.Keys(ctx)
		return err
	})
	if err != nil {
		return err
	}
	now := time.Now()
	if c.JSON {
		views := make([]keyView, 0, len(keys))
		for _, key := range keys {
			views = append(views, viewKey(key, now))
		}
		return present.JSON(s.Out, map[string]any{"items": views})
	}
	if len(keys) == 0 {
		_, _ = fmt.Fprintln(s.Err, "quarry: there is no key yet: quarry key create makes one")
		return nil
	}
	table := present.Columns{Head: []string{"ID", "NAME", "SCOPE", "STATE", "CREATED", "EXPIRES", "LAST USED"}}
	for _, key := range keys {
		table.Add([]string{
			string(key.ID), key.Name, string(key.Scope), string(key.State(now)),
			key.Created.Format(time.DateOnly), orNever(key.Expires), orNever(key.LastUsed),
		})
	}
	return table.Print(s.Out)
}

func orNever(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339)
}

type keyRevokeCommand struct {
	ID []string `arg:"" help:"The key's id, as quarry key list shows it, or its secret."`
}

// Run ends keys. A secret is taken for its key's id: who found one that leaked
// has just that.
func (c *keyRevokeCommand) Run(ctx context.Context, s *app.Session) error {
	return s.WriteStore(ctx, "key", func(keys *sqlite.Store) error {
		for _, given := range c.ID {
			id := quarry.KeyID(given)
			if secret, ok := quarry.ParseSecret(given); ok {
				id = secret.ID()
			}
			key, err := keys.RevokeKey(ctx, id, time.Now())
			if err != nil {
				return err
			}
			_, _ = fmt.Fprintf(s.Out, "key %s (%s) is revoked\n", key.ID, present.Printable(key.Name))
		}
		return nil
	})
}

// keyView is a key in JSON.
type keyView struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Scope    quarry.Scope    `json:"scope"`
	State    quarry.KeyState `json:"state"`
	Created  time.Time       `json:"created"`
	Expires  *time.Time      `json:"expires"`
	LastUsed *time.Time      `json:"last_used"`
	Revoked  *time.Time      `json:"revoked"`
}

type createdView struct {
	keyView

	Secret string `json:"secret"`
}

func viewKey(key quarry.Key, now time.Time) keyView {
	return keyView{
		ID: string(key.ID), Name: key.Name, Scope: key.Scope, State: key.State(now), Created: key.Created,
		Expires: orNull(key.Expires), LastUsed: orNull(key.LastUsed), Revoked: orNull(key.Revoked),
	}
}

func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
