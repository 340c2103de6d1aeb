package generate

// field is what people know something about: the words of its documents.
type field struct {
	name     string
	things   []string // what the field is about, one of them
	parts    []string // what a thing consists of
	actions  []string // what a part does to a substance, third person
	stuff    []string // what is worked on, plural or uncountable
	traits   []string // adverbs and adjectives that fit behind "more"
	makers   []string // first words of product names
	measures []measure
}

// measure is something that can be read off a product.
type measure struct {
	name    string
	unit    string
	least   float64
	most    float64
	decimal bool // one digit behind the point
}

// fields lists all there are.
func fields() []field {
	return []field{accelerators(), storage(), weather(), pumps(), presses(), networks()}
}

func accelerators() field {
	return field{
		name:    "accelerators",
		things:  []string{"accelerator", "GPU", "tensor core", "streaming multiprocessor", "inference server", "training cluster"},
		parts:   []string{"register file", "shared memory", "warp scheduler", "memory controller", "second-level cache", "copy engine", "interposer", "load unit"},
		actions: []string{"stages", "coalesces", "prefetches", "reduces", "quantises", "broadcasts", "evicts", "accumulates"},
		stuff:   []string{"activations", "gradients", "attention scores", "weights", "key-value pages", "partial sums", "tokens", "tiles"},
		traits:  []string{"bandwidth-bound", "latency-sensitive", "occupied", "divergent", "precise", "batched", "sparse"},
		makers:  []string{"NVIDIA H100", "NVIDIA A100", "AMD MI300X", "Kestrel", "Tarn", "Obsidian", "Mistral Peak"},
		measures: []measure{
			{name: "Memory bandwidth", unit: "TB/s", least: 0.4, most: 8, decimal: true},
			{name: "Memory capacity", unit: "GB", least: 16, most: 288},
			{name: "TDP", unit: "W", least: 70, most: 1200},
			{name: "L2 cache", unit: "MB", least: 4, most: 256},
			{name: "Boost clock", unit: "MHz", least: 900, most: 2900},
		},
	}
}

func storage() field {
	return field{
		name:    "storage engines",
		things:  []string{"storage engine", "log-structured tree", "page cache", "write-ahead log", "replica", "column store"},
		parts:   []string{"memtable", "bloom filter", "compaction queue", "checkpoint", "free list", "block index", "journal", "buffer pool"},
		actions: []string{"flushes", "merges", "rewrites", "checksums", "compresses", "pins", "replays", "splits"},
		stuff:   []string{"pages", "records", "segments", "keys", "snapshots", "tombstones", "blocks", "dirty buffers"},
		traits:  []string{"fragmented", "durable", "write-heavy", "cached", "skewed", "sequential", "contended"},
		makers:  []string{"Basalt", "Ledgerline", "Fjord", "Cairn", "Silt", "Marrow"},
		measures: []measure{
			{name: "Throughput", unit: "MB/s", least: 120, most: 7400},
			{name: "Capacity", unit: "TB", least: 1, most: 61},
			{name: "Latency", unit: "µs", least: 9, most: 900},
			{name: "Power", unit: "W", least: 2, most: 25, decimal: true},
		},
	}
}

func weather() field {
	return field{
		name:    "weather stations",
		things:  []string{"weather station", "radiosonde", "rain gauge", "sea buoy", "wind profiler", "forecast model"},
		parts:   []string{"anemometer", "hygrometer", "radiation shield", "data logger", "tipping bucket", "barometer", "telemetry link", "mast"},
		actions: []string{"samples", "averages", "calibrates", "filters", "transmits", "interpolates", "smooths", "rejects"},
		stuff:   []string{"readings", "gusts", "humidity profiles", "pressure steps", "observations", "drizzle", "soundings", "outliers"},
		traits:  []string{"turbulent", "humid", "drifting", "exposed", "shaded", "stable", "gusty"},
		makers:  []string{"Petrel", "Cumulus", "Skerry", "Lapwing", "Foehn", "Graupel"},
		measures: []measure{
			{name: "Sampling rate", unit: "Hz", least: 1, most: 100},
			{name: "Mast height", unit: "m", least: 2, most: 120},
			{name: "Response time", unit: "s", least: 0.2, most: 40, decimal: true},
			{name: "Power", unit: "W", least: 1, most: 45, decimal: true},
		},
	}
}

func pumps() field {
	return field{
		name:    "pumps",
		things:  []string{"centrifugal pump", "booster station", "heat pump", "dosing pump", "irrigation ring", "cooling loop"},
		parts:   []string{"impeller", "volute", "shaft seal", "check valve", "suction strainer", "bearing housing", "expansion vessel", "drive belt"},
		actions: []string{"throttles", "recirculates", "primes", "vents", "meters", "drains", "pressurises", "balances"},
		stuff:   []string{"coolant", "slurry", "condensate", "brine", "vapour bubbles", "feed water", "glycol", "lubricant"},
		traits:  []string{"viscous", "cavitating", "efficient", "worn", "throttled", "corrosive", "noisy"},
		makers:  []string{"Weir", "Torrent", "Sluice", "Anvil", "Hydra", "Brook"},
		measures: []measure{
			{name: "Power", unit: "kW", least: 1, most: 315},
			{name: "Shaft speed", unit: "Hz", least: 12, most: 60},
			{name: "Delivery head", unit: "m", least: 4, most: 190},
			{name: "Mass", unit: "kg", least: 18, most: 2400},
		},
	}
}

func presses() field {
	return field{
		name:    "printing presses",
		things:  []string{"offset press", "letterpress", "flexo line", "inkjet web", "folding unit", "proofing press"},
		parts:   []string{"blanket cylinder", "ink fountain", "dampening roller", "register camera", "delivery pile", "doctor blade", "plate clamp", "infeed"},
		actions: []string{"transfers", "registers", "dries", "trims", "meters", "emulsifies", "feeds", "scores"},
		stuff:   []string{"ink", "sheets", "varnish", "paper dust", "fountain solution", "halftone dots", "spoilage", "signatures"},
		traits:  []string{"glossy", "misregistered", "absorbent", "saturated", "tacky", "coated", "streaky"},
		makers:  []string{"Garamont", "Platen", "Quire", "Folio", "Vellum", "Octavo"},
		measures: []measure{
			{name: "Sheet width", unit: "mm", least: 350, most: 1620},
			{name: "Drying time", unit: "s", least: 0.3, most: 90, decimal: true},
			{name: "Power", unit: "kW", least: 3, most: 140},
			{name: "Ink capacity", unit: "L", least: 2, most: 60},
		},
	}
}

func networks() field {
	return field{
		name:    "networks",
		things:  []string{"leaf switch", "fabric", "collective", "congestion controller", "link", "overlay"},
		parts:   []string{"egress queue", "forwarding table", "retimer", "credit counter", "reorder buffer", "optical engine", "parser", "shaper"},
		actions: []string{"paces", "hashes", "marks", "reorders", "mirrors", "retransmits", "encapsulates", "drops"},
		stuff:   []string{"packets", "flows", "acknowledgements", "bursts", "flits", "probes", "frames", "credits"},
		traits:  []string{"congested", "lossless", "oversubscribed", "bursty", "symmetric", "redundant", "incast-prone"},
		makers:  []string{"Trellis", "Loom", "Causeway", "Relay", "Sextant", "Weft"},
		measures: []measure{
			{name: "Bandwidth", unit: "Gb/s", least: 25, most: 1600},
			{name: "Latency", unit: "ns", least: 90, most: 2400},
			{name: "Power", unit: "W", least: 40, most: 2200},
			{name: "Buffer", unit: "MB", least: 8, most: 512},
		},
	}
}
