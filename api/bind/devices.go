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

// NotePart says which device a part of its name was taken for: another may be meant, of
// which nothing is known.
func (a *Asked) NotePart(name string, device quarry.Device) {
	own := slugsOfDevice(device)
	isOwn := func(slug string) bool { return slices.Contains(own, slug) }
	if device.Discovered && !slices.ContainsFunc(spellingsOf(name), isOwn) {
		a.Note("%q is taken for %s, the one device that has it in its name", name, device.Name)
	}
}

// bindDevices resolves names and aliases, and adds the SKUs of a family. A
// name that is unknown stays in the filter, where it matches nothing: it is noted with what
// may be meant, or with what lists the devices that have it in common.
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
		if known {
			a.Filter.Devices = append(a.Filter.Devices, b.Lexicon.DeviceFamily(device.ID)...)
			continue
		}
		a.Filter.Devices = append(a.Filter.Devices, b.Lexicon.DeviceFamily(quarry.DeviceID(text.Slug(name)))...)
		class := quarry.DeviceClass(strings.ToLower(name))
		maker := slices.IndexFunc(b.Lexicon.Devices(), func(d quarry.Device) bool {
			return d.Vendor != "" && strings.EqualFold(d.Vendor, name)
		})
		switch {
		case slices.Contains(b.Lexicon.DeviceClasses(), class):
			a.Note("%q is a class of devices: /v1/devices?class=%s lists them", name, url.QueryEscape(string(class)))
		case maker >= 0:
			vendor := url.QueryEscape(b.Lexicon.Devices()[maker].Vendor)
			a.Note("%q is a vendor: /v1/devices?vendor=%s lists its devices", name, vendor)
		default:
			names, _, err := b.deviceNames(ctx)
			if err != nil {
				return err
			}
			a.noteUnknown("device", name, view.Map(names.like(name), func(d quarry.Device) string { return d.Name }))
		}
	}
	return nil
}

// NoteLike says of a name that no device has which may be meant.
func (b *Binder) NoteLike(ctx context.Context, name string) ([]string, error) {
	names, _, err := b.deviceNames(ctx)
	if err != nil {
		return nil, err
	}
	var a Asked
	if like := names.like(name); len(like) > 0 {
		a.noteUnknown("device", name, view.Map(like, func(d quarry.Device) string { return d.Name }))
	}
	return a.Notes, nil
}

// findDevice resolves a name: the lexicon's first, then what documents brought, both as it is
// written and with letters and digits together, at last a part of a name that one device alone
// has. Where nothing is claimed of the lexicon's, what documents call so is meant.
func (b *Binder) findDevice(ctx context.Context, name string) (quarry.Device, bool, error) {
	names, _, err := b.deviceNames(ctx)
	if err != nil {
		return quarry.Device{}, false, err
	}
	for _, slug := range spellingsOf(name) {
		at, brought := names.brought[slug]
		if device, known := b.Lexicon.FindDevice(slug); known && (!brought || names.claims(device.ID) > 0) {
			return device, true, nil
		}
		if brought {
			return names.devices[at].Device, true, nil
		}
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
	names, _, err := b.deviceNames(ctx)
	if err != nil {
		return device, err
	}
	ids := view.Map(names.like(name), func(d quarry.Device) string { return string(d.ID) })
	return device, quarry.Errorf(quarry.KindNotFound, "there is no device %q", name).WithFixes(ids...)
}
