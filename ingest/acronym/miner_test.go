package acronym_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/acronym"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// mined returns what is found in an entry: "HBM = high bandwidth memory", with a
// question mark behind what letters alone do not prove.
func mined(t *testing.T, title, text string) []string {
	t.Helper()
	var all []string
	for _, a := range acronym.NewMiner(ingesttest.Lexicon(t)).Mine(quarry.Entry{Title: title, Text: text}) {
		line := a.Short + " = " + a.Long
		if !a.Spelled {
			line += "?"
		}
		all = append(all, line)
	}
	return all
}

func TestAShortFormAndItsMeaningAreFoundInASentence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"the short form in brackets":    {"It reads High Bandwidth Memory (HBM) at once.", "HBM = High Bandwidth Memory"},
		"the long form in brackets":     {"HBM (High Bandwidth Memory) is stacked.", "HBM = High Bandwidth Memory"},
		"a hyphen starts a word":        {"The Key-Value (KV) cache grows.", "KV = Key-Value"},
		"a plural is one thing":         {"Graphics Processing Units (GPUs) are parallel.", "GPU = Graphics Processing Unit"},
		"a plural before its brackets":  {"TLBs (translation lookaside buffers) fill up.", "TLB = translation lookaside buffer"},
		"a plural in -ies":              {"Non-governmental bodies (NGBs) sat there.", "NGB = Non-governmental body"},
		"a year behind it":              {"UCTA: Unfair Contract Terms Act 1977", "UCTA = Unfair Contract Terms Act 1977"},
		"a year before the brackets":    {"The Sale of Goods Act 1979 (SOGA) says so.", "SOGA = Sale of Goods Act 1979"},
		"dots":                          {"The United States (U.S.) joined in 1917.", "US = United States"},
		"dots before the brackets":      {"The U.N. (United Nations) voted.", "UN = United Nations"},
		"small words that count":        {"Array of Structures (AoS) is slower.", "AoS = Array of Structures"},
		"small words that do not":       {"The Department of Justice (DJ) sued.", "DJ = Department of Justice"},
		"a small word in the middle":    {"A Mixture of Experts (MoE) routes tokens.", "MoE = Mixture of Experts"},
		"letters inside a word":         {"NVLink (NVIDIA Link) joins two cards.", "NVLink = NVIDIA Link"},
		"one letter inside":             {"ZeRO (Zero Redundancy Optimizer) shards.", "ZeRO = Zero Redundancy Optimizer"},
		"an x that sounds":              {"XML (Extensible Markup Language) nests.", "XML = Extensible Markup Language"},
		"an x in the middle":            {"PTX (Parallel Thread Execution) is an ISA.", "PTX = Parallel Thread Execution"},
		"a cross":                       {"Cross-site scripting (XSS) injects code.", "XSS = Cross-site scripting"},
		"a digit that is a word":        {"The second cache, L2 (level 2), is shared.", "L2 = level 2"},
		"a number at the end":           {"They stack High Bandwidth Memory (HBM3) again.", "HBM3 = High Bandwidth Memory"},
		"a number that is written":      {"BF16 (Brain Float 16) keeps the range.", "BF16 = Brain Float 16"},
		"a word that is passed":         {"BF16 (Brain Floating Point 16) keeps it.", "BF16 = Brain Floating Point 16"},
		"a number joined":               {"TF32, short for TensorFloat-32, has ten bits.", "TF32 = TensorFloat-32"},
		"a digit that repeats":          {"I²C aside, S3 (Simple Storage Service) is old.", "S3 = Simple Storage Service"},
		"three of a letter":             {"The World Wide Web Consortium (W3C) decides.", "W3C = World Wide Web Consortium"},
		"a digit that is heard":         {"Peer-to-peer (P2P) networks share.", "P2P = Peer-to-peer"},
		"a counted word":                {"Internationalization (i18n) costs time.", "i18n = Internationalization"},
		"equals":                        {"SM = streaming multiprocessor", "SM = streaming multiprocessor"},
		"stands for":                    {"DMA stands for direct memory access, and is fast.", "DMA = direct memory access"},
		"which stands for":              {"BERT, which stands for Bidirectional Encoder Representations from Transformers, came in 2018.", "BERT = Bidirectional Encoder Representations from Transformers"},
		"short for":                     {"ECC is short for error correcting code.", "ECC = error correcting code"},
		"an acronym for":                {"LASER is an acronym for light amplification by stimulated emission of radiation.", "LASER = light amplification by stimulated emission of radiation"},
		"abbreviated":                   {"The rectified linear unit, abbreviated ReLU, is zero below zero.", "ReLU = rectified linear unit"},
		"abbreviated in brackets":       {"Liquid chromatography (abbreviated LC) parts mixtures.", "LC = Liquid chromatography"},
		"or":                            {"A translation lookaside buffer, or TLB, caches pages.", "TLB = translation lookaside buffer"},
		"what follows is cut":           {"HBM stands for high bandwidth memory and sits beside the die.", "HBM = high bandwidth memory"},
		"brackets that go on":           {"HBM (high bandwidth memory, stacked on the package) is fast.", "HBM = high bandwidth memory"},
		"a comma inside":                {"SIMD (Single Instruction, Multiple Data) is older.", "SIMD = Single Instruction, Multiple Data"},
		"more than the short form":      {"Fused multiply-add (FMA; see below) rounds once.", "FMA = Fused multiply-add"},
		"the words that fit, no others": {"The authors call it Masked Multi-Head Attention (MHA).", "MHA = Multi-Head Attention"},
		"bold":                          {"The **Polymerase Chain Reaction** (**PCR**) copies.", "PCR = Polymerase Chain Reaction"},
		"a word of code":                {"`DDP` (Distributed Data Parallel) wraps a model.", "DDP = Distributed Data Parallel"},
		"a link":                        {"[General Data Protection Regulation](https://example.org/gdpr) (GDPR) applies.", "GDPR = General Data Protection Regulation"},
		"a broken line":                 {"It uses Write-Ahead\nLogging (WAL) for that.", "WAL = Write-Ahead Logging"},
		"an item":                       {"- **MVCC**: Multi-Version Concurrency Control", "MVCC = Multi-Version Concurrency Control"},
		"a dash":                        {"- ABV – alcohol by volume", "ABV = alcohol by volume"},
		"neighbouring cells":            {"| RNA | ribonucleic acid | one strand |\n| HPLC | high performance liquid chromatography | slow |", "RNA = ribonucleic acid|HPLC = high performance liquid chromatography"},
		"two in one sentence":           {"Structure of Arrays (SoA) beats Array of Structures (AoS).", "SoA = Structure of Arrays|AoS = Array of Structures"},
		"law":                           {"The European Court of Human Rights (ECHR) ruled.", "ECHR = European Court of Human Rights"},
		"history":                       {"The North Atlantic Treaty Organization (NATO) was founded.", "NATO = North Atlantic Treaty Organization"},
		"chemistry":                     {"Nuclear magnetic resonance (NMR) shows it.", "NMR = Nuclear magnetic resonance"},
		"cooking":                       {"Mind the Maximum Residue Level (MRL) of spinach.", "MRL = Maximum Residue Level"},
		"German words":                  {"Das Bürgerliche Gesetzbuch (BGB) gilt.", "BGB = Bürgerliche Gesetzbuch"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(mined(t, "", c.text), "|"); got != c.want {
				t.Errorf("%q: got %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestNotEveryBracketIsAMeaning(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a unit":                        "Memory (GB) and bandwidth (GB/s) matter.",
		"a unit that the letters fit":   "Great Britain (GB) exported coal.",
		"a citation":                    "Attention is enough (Vaswani et al., 2017).",
		"a year":                        "The Treaty of Rome (1957) came first.",
		"a plural mark":                 "Name the device(s) and the file(s).",
		"code":                          "Call `torch.cuda.synchronize()` (CUDA) or `f(SM)`.",
		"a block of code":               "```\nHigh Bandwidth Memory (HBM)\n```",
		"a device":                      "The Acme card (X1) is loud, and X2 (24 GB) is not.",
		"a device's other name":         "Xenon (X1) glows.",
		"an aside":                      "HBM (on the package) is faster than DRAM (off it).",
		"an adjective":                  "SRAM (fast) and L2 (shared) differ.",
		"a maker":                       "A CPU (Intel or AMD) decodes.",
		"a format in brackets":          "Typical ratios (FP32) vary.",
		"what fits one letter":          "Matrix operations (GEMV) are slow.",
		"what does not fit in order":    "Very high memory bandwidth (HBM) helps.",
		"one letter":                    "Vitamin (C) is an acid.",
		"a number of parameters":        "Llama (70B) is large.",
		"a percentage":                  "Purity (99%) is enough.",
		"a remark":                      "Whisk well (see above), then rest (optional).",
		"a question in brackets":        "The court (why?) adjourned.",
		"a roman numeral":               "The war (II) ended.",
		"the same word":                 "The HBM memory (HBM) is fast.",
		"a formula":                     "Energy $E (MC)$ is conserved.",
		"a name":                        "Marie Curie (Warsaw) won twice.",
		"an abbreviation that is none":  "Vinegar (e.g. wine vinegar) is sour.",
		"a list of devices":             "Accelerators (H100, A100) are rented.",
		"a colon that explains":         "GPU: runs many threads at once.",
		"a version":                     "Python (3.12) was released.",
		"brackets without an end":       "High Bandwidth Memory (HBM is fast.",
		"a bracket that spans cells":    "| High Bandwidth Memory | (HBM) |",
		"an equation":                   "N = number of warps",
		"a word that looks like a unit": "Power (W) is drawn.",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := mined(t, "", text); len(got) > 0 {
				t.Errorf("%q: got %q, want nothing", text, got)
			}
		})
	}
}

func TestWhatLettersDoNotProveIsFoundAndNotBelieved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"said to be":              {"TXN stands for transaction.", "TXN = transaction?"},
		"another language":        {"CERN stands for European nuclear research council.", "CERN = European nuclear research council?"},
		"one word":                {"One tablespoon (tbsp) of oil.", ""},
		"prefixes prove it":       {"The Directorate General Competition (DGCOMP) asked.", "DGCOMP = Directorate General Competition"},
		"as many words":           {"AMP (Mixed Precision) halves it.", ""},
		"a letter that is absent": {"XLA (Accelerated Linear Algebra) fuses.", "XLA = Accelerated Linear Algebra?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(mined(t, "", c.text), "|"); got != c.want {
				t.Errorf("%q: got %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestATitleAndItsTextAreReadTogether(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ title, text, want string }{
		"a question after it":      {"What does NUMA stand for?", "Non-uniform memory access.", "NUMA = Non-uniform memory access"},
		"one that letters deny":    {"What does TXN stand for?", "Transaction.", "TXN = Transaction?"},
		"a heading":                {"Non-Volatile Memory Express (NVMe)", "It is fast.", "NVMe = Non-Volatile Memory Express"},
		"a subject":                {"SDPA", "Scaled dot product attention is fused.", "SDPA = Scaled dot product attention"},
		"a subject and its answer": {"What is RoCE?", "RDMA over Converged Ethernet: no copies.", "RoCE = RDMA over Converged Ethernet"},
		"another subject":          {"GPU", "It goes parallel under load.", ""},
		"both":                     {"What is PCR (polymerase chain reaction)?", "PCR (Polymerase Chain Reaction) copies.", "PCR = Polymerase Chain Reaction"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(mined(t, c.title, c.text), "|"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnEntryGivesAPairOnce(t *testing.T) {
	t.Parallel()
	want := []string{"HBM = High Bandwidth Memory", "HBM = Heavy Boring Machine"}
	got := mined(t, "", "High Bandwidth Memory (HBM), then high-bandwidth memory (HBM), and a Heavy Boring Machine (HBM).")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Time grows with the length of a text, whatever it is made of.
func TestAHostileTextTakesNoLongerThanItsLength(t *testing.T) {
	t.Parallel()
	miner := acronym.NewMiner(ingesttest.Lexicon(t))
	for name, piece := range map[string]string{
		"brackets": "(", "pairs of brackets": "(A) ", "short forms": "AB (AB ", "backquotes": "`", "dollars": "$ ", "tags": "<a ",
		"stands for": " a stands for ", "or": ", or A", "letters": "aaaaaaaaa ", "articles": " a", "spaces": "    (", "one word": "a",
		"cells": "| A ", "colons": "A: ", "capitals": "A B (ABABABABAB) ", "links": "[](", "equal signs": " = A", "hyphens": "A-A(AAAAAAAA)-",
	} {
		cost := func(size int) time.Duration {
			text := strings.Repeat(piece, size/len(piece))
			start := time.Now()
			miner.Mine(quarry.Entry{Title: text[:min(len(text), 200)], Text: text})
			return time.Since(start)
		}
		const size = 1 << 15
		short, long := cost(size), cost(4*size)
		for turn := 0; turn < 20 && long > 12*short+20*time.Millisecond; turn++ { // the machine may have been busy
			short, long = cost(size), cost(4*size)
		}
		if long > 12*short+20*time.Millisecond {
			t.Errorf("%s: %v for %d bytes, %v for four times as many", name, short, size, long)
		}
	}
}

// The title of a fact is made of the titles above it, which stand once for all
// entries below them.
func TestAPairStandsWhereItsTitleDoes(t *testing.T) {
	t.Parallel()
	source := quarry.Source{
		Span: quarry.Span{LineStart: 20, LineEnd: 22}, Heading: []string{"Chemistry", "Nucleic acids (NA)"},
		Context: []quarry.Context{{Role: quarry.RoleKeyedParent, Span: quarry.Span{LineStart: 18, LineEnd: 18}}},
	}
	for name, c := range map[string]struct {
		kind        quarry.EntryKind
		title, text string
		want        int
	}{
		"in the entry":           {quarry.EntryFact, "Yield", "By polymerase chain reaction (PCR).", 20},
		"in the entry, too":      {quarry.EntryFact, "Polymerase chain reaction (PCR)", "PCR (polymerase chain reaction) copies.", 20},
		"in a heading":           {quarry.EntryFact, "Nucleic acids (NA) – Yield", "Small.", 1},
		"in what it stands in":   {quarry.EntryFact, "Polymerase chain reaction (PCR) – Yield", "Small.", 18},
		"in a question":          {quarry.EntryQuestion, "What is the polymerase chain reaction (PCR)?", "A copier.", 20},
		"in a passage's heading": {quarry.EntryPassage, "Nucleic acids (NA)", "They are long.", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entry := quarry.Entry{EntryRef: quarry.EntryRef{Kind: c.kind}, Title: c.title, Text: c.text, Source: source}
			got := acronym.NewMiner(ingesttest.Lexicon(t)).Mine(entry)
			if len(got) != 1 || got[0].LineStart != c.want || got[0].LineEnd != 22 {
				t.Errorf("got %+v, want one from line %d to 22", got, c.want)
			}
		})
	}
}
