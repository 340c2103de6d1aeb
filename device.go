package quarry

// DeviceID names a device ("nvidia-h100").
type DeviceID string

// Device is anything that specs are claimed of: a GPU, a link, a memory, a
// number format, an engine.
type Device struct {
	ID         DeviceID
	Name       string
	Vendor     string
	Class      DeviceClass
	Family     DeviceID // "" for a device that is no SKU of another
	Discovered bool     // found in a document, not in the lexicon
	Aliases    []string
}

// DeviceClass groups devices.
type DeviceClass string

// The classes that Quarry knows of itself. A lexicon may list further ones.
const (
	ClassGPU          DeviceClass = "gpu"
	ClassAccelerator  DeviceClass = "accelerator"
	ClassSoC          DeviceClass = "soc"
	ClassModule       DeviceClass = "module"
	ClassInterconnect DeviceClass = "interconnect"
	ClassMemory       DeviceClass = "memory"
	ClassFormat       DeviceClass = "format"
	ClassSwitch       DeviceClass = "switch"
	ClassSystem       DeviceClass = "system"
	ClassModel        DeviceClass = "model"
	ClassCPU          DeviceClass = "cpu"
	ClassUnknown      DeviceClass = "unknown"
)
