package lexicon

// claims remembers who was the first to claim a name.
type claims map[string]claim

type claim struct {
	noun  string // "device", "unit"
	owner string // the id of what is called so
	name  scalar
}

// add refuses a name that belongs to another, and says where both stand.
func (c claims) add(key string, one claim) error {
	first, taken := c[key]
	if taken && first.owner != one.owner {
		return one.name.at.errorf("%q of %s %q is a name of %q already (%q at %s)",
			one.name.value, one.noun, one.owner, first.owner, first.name.value, first.name.at)
	}
	if !taken {
		c[key] = one
	}
	return nil
}
