package lexicon

import (
	"cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

type device struct {
	ID      scalar   `yaml:"id"`
	Name    scalar   `yaml:"name"`
	Vendor  scalar   `yaml:"vendor"`
	Class   scalar   `yaml:"class"`
	Family  scalar   `yaml:"family"`
	Aliases []scalar `yaml:"aliases"`
	Replace bool     `yaml:"replace"`
}

func (d device) key() scalar    { return d.ID }
func (d device) replaces() bool { return d.Replace }

func (d device) extendedBy(later device) device {
	d.Name, d.Vendor = later.Name.or(d.Name), later.Vendor.or(d.Vendor)
	d.Class, d.Family = later.Class.or(d.Class), later.Family.or(d.Family)
	d.Aliases = union(d.Aliases, later.Aliases)
	return d
}

func (d device) value() quarry.Device {
	return quarry.Device{
		ID: quarry.DeviceID(d.ID.value), Name: d.Name.value, Vendor: d.Vendor.value,
		Class:  quarry.DeviceClass(d.Class.or(scalar{value: string(quarry.ClassUnknown)}).value),
		Family: quarry.DeviceID(d.Family.value), Aliases: values(d.Aliases),
	}
}

func checkDevices(devices []device, classes []scalar) error {
	known := map[string]device{}
	for _, one := range devices {
		known[one.ID.value] = one
	}
	for _, one := range devices {
		if err := one.check(known, classes); err != nil {
			return err
		}
	}
	return nil
}

// claimNames returns the first name that belongs to two devices, with both
// places, as an error.
func claimNames(devices []device) error {
	names := claims{}
	for _, one := range devices {
		device := one.value()
		for _, name := range append([]scalar{one.ID, one.Name}, one.Aliases...) {
			for _, spelling := range Spellings(device, name.value) {
				if err := names.add(spelling, claim{noun: "device", owner: one.ID.value, name: name}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (d device) check(known map[string]device, classes []scalar) error {
	if err := d.ID.idOf("device", '-'); err != nil {
		return err
	}
	if text.Slug(d.Name.value) == "" {
		return d.ID.at.errorf("device %q has no name", d.ID.value)
	}
	family, ok := known[d.Family.value]
	if d.Family.value != "" && (!ok || family.Family.value != "") {
		return d.Family.at.errorf("device %q: no family %q that is no SKU itself", d.ID.value, d.Family.value)
	}
	return cmp.Or(d.Class.classOf("device", d.ID, classes), checkAliases("device", d.ID, d.Aliases))
}
