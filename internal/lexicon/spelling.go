package lexicon

// spelledUnits is the unit of every spelling, by kind.
type spelledUnits map[string]map[string]unit

func spellings(units []unit) spelledUnits {
	spelled := spelledUnits{}
	for _, one := range units {
		ofKind := spelled[one.Kind.value]
		if ofKind == nil {
			ofKind = map[string]unit{}
			spelled[one.Kind.value] = ofKind
		}
		ofKind[one.Symbol.value] = one
		for _, alias := range one.Aliases {
			ofKind[alias.value] = one
		}
	}
	return spelled
}
