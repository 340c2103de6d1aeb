package quarry

// Tokenizer names a way of counting tokens.
type Tokenizer string

// The tokenizers. Each is that of some models; for any other one its count is an
// approximation.
const (
	TokenizerO200k  Tokenizer = "o200k_base"
	TokenizerCL100k Tokenizer = "cl100k_base"
)

// Tokenizers lists them all, the usual one first.
func Tokenizers() []Tokenizer { return []Tokenizer{TokenizerO200k, TokenizerCL100k} }

// GroundingRequest asks for what a chatbot needs to answer a query. Of the query its
// text, its mode and its filter count.
type GroundingRequest struct {
	Query     Query
	MaxTokens int // of all passages together, and of the prompt where its frame leaves room
	Tokenizer Tokenizer
}

// Grounding is what a chatbot needs to answer a query from the sources alone.
type Grounding struct {
	Passages       []GroundingPassage // numbered from 1, the best first
	Conflicts      []Conflict         // that touch the passages or what is asked for
	Beside         []GroundingPassage // places of the conflicts that no passage shows, numbered behind the passages; without a text
	Answerable     Answerable         // never ""
	Reason         string             // one sentence for a person
	Confidence     float64            // 0 to 1: how likely it is that the passages answer the query
	Prompt         string             // ready to paste
	PromptTokens   int
	Tokens         int // of all passages together: the sum of theirs
	MaxTokens      int
	Tokenizer      Tokenizer
	Mode           Mode
	CorrectedQuery string
	Degraded       []string
	Revision       Sequence
}

// GroundingPassage is an entry as a chatbot reads it.
type GroundingPassage struct {
	EntryRef

	N      int // from 1
	Title  string
	Text   string
	Tokens int  // of exactly this text
	Cut    bool // whether it leaves out something of the entry
	Source Source

	Corrected bool // whether a person has put it in the place of what its source says
}

// ContextEntriesRequest names what a grounding is made of.
type ContextEntriesRequest struct {
	Refs       []EntryRef
	Devices    []DeviceID        // whose claims are wanted, too
	Names      []DeviceID        // those of devices that may have been discovered: their claims as well
	Attributes []AttributeID     // in these attributes only; none: no claims are wanted
	Conditions map[Axis][]string // one of which the claims state on each of these axes
}

// ContextEntries is what a grounding is made of, all of one moment.
type ContextEntries struct {
	Questions []Question // with what answers them best
	Facts     []Fact
	Specs     []Spec
	Passages  []Passage
	Devices   []Device   // discovered, of those names
	Claims    []Spec     // of the devices in the attributes, the first ones by path
	Conflicts []Conflict // that the specs and the claims are in
	Revision  Sequence
}

// QueryWord is a word of a query, as far as an index knows it.
type QueryWord struct {
	Text   string  // as the query has it
	Rarity float64 // 0 to 1: 1 of a word that at most one entry has
	Known  bool    // whether any entry has it, or what stands for it
}
