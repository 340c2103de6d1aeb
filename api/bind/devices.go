package bind

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// bindDevices resolves names and aliases, and adds the SKUs of a family. A
// name that is unknown stays in the filter, where it matches nothing.
func (b *Binder) bindDevices(ctx context.Context, p *rest.Parameters, a *Asked) error {
	names := p.List("device")
	a.strangers = len(names) > 0
	for _, name := range names {
		device, known, err := b.findDevice(ctx, name)
		if err != nil {
			return err
		}
		a.NotePart(name, device)
		a.strangers = a.strangers && !known
		if !known {
			device.ID = quarry.DeviceID(text.Slug(name))
			if err := b.noteDevice(ctx, name, a); err != nil {
				return err
			}
		}
		a.Filter.Devices = append(a.Filter.Devices, b.Lexicon.DeviceFamily(device.ID)...)
	}
	return nil
}

// NotePart says which device a part of its name was taken for: another may be meant, of
// which nothing is known.
func (a *Asked) NotePart(name string, device quarry.Device) {
	if device.Discovered && !slices.Contains(slugsOfDevice(device), text.Slug(name)) {
		a.Note("%q is taken for %s, the one device that has it in its name", name, device.Name)
	}
}

// noteDevice says that a name is unknown, and what may be meant by it.
func (b *Binder) noteDevice(ctx context.Context, name string, a *Asked) error {
	names, err := b.deviceNames(ctx)
	if err != nil {
		return err
	}
	if group := b.groupCalled(name); group != "" {
		a.Note("%q is %s", name, group)
		return nil
	}
	a.noteUnknown("device", name, view.Map(names.like(name), func(d quarry.Device) string { return d.Name }))
	return nil
}

// groupCalled says of what several devices have in common, and what lists them;
// "" where they have nothing that is called so.
func (b *Binder) groupCalled(name string) string {
	class := quarry.DeviceClass(strings.ToLower(name))
	if slices.Contains(b.Lexicon.DeviceClasses(), class) {
		return "a class of devices: /v1/devices?class=" + url.QueryEscape(string(class)) + " lists them"
	}
	for _, device := range b.Lexicon.Devices() {
		if device.Vendor != "" && strings.EqualFold(device.Vendor, name) {
			return "a vendor: /v1/devices?vendor=" + url.QueryEscape(device.Vendor) + " lists its devices"
		}
	}
	return ""
}

// findDevice resolves a name: the lexicon's first, then what documents brought, at last a
// part of a name that one device alone has. Where nothing is claimed of the lexicon's, what
// documents call so is meant.
func (b *Binder) findDevice(ctx context.Context, name string) (quarry.Device, bool, error) {
	names, err := b.deviceNames(ctx)
	if err != nil {
		return quarry.Device{}, false, err
	}
	at, brought := names.brought[text.Slug(name)]
	if device, known := b.Lexicon.FindDevice(name); known && (!brought || names.claims(device.ID) > 0) {
		return device, true, nil
	}
	if brought {
		return names.devices[at].Device, true, nil
	}
	device, known := names.byPart(name)
	return device, known, nil
}

// MustFindDevice is findDevice where an unknown name is not found.
func (b *Binder) MustFindDevice(ctx context.Context, name string) (quarry.Device, error) {
	device, known, err := b.findDevice(ctx, name)
	if err != nil || known {
		return device, err
	}
	names, err := b.deviceNames(ctx)
	if err != nil {
		return device, err
	}
	ids := view.Map(names.like(name), func(d quarry.Device) string { return string(d.ID) })
	return device, quarry.Errorf(quarry.KindNotFound, "there is no device %q", name).WithFixes(ids...)
}
