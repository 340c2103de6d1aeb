package read

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/compare"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// How much comes with a device; the others are read from the routes of specs and
// of conflicts.
const (
	mostDeviceSpecs     = 1_000
	mostDeviceConflicts = 200
)

// ListDevices answers a part of the devices.
//
//	@Summary		List devices
//	@Description	Known devices in the order of their ids, or of closeness to `q`, which is a name, an alias, a part or a slip of either; a digit is never taken for another, but where nothing is found `notes` name what may be meant. `spec_count` counts a family together with its SKUs.
//	@Param			q		query		string		false	"name, alias or close misspelling"	maxlength(100)	example(h100)
//	@Param			vendor	query		[]string	false	"vendors, in any case, a comma within one as `\,`"				collectionFormat(csv)	example(NVIDIA)
//	@Param			class	query		[]string	false	"classes of the lexicon: gpu, accelerator, soc, module, interconnect, memory, format, switch, system, model, cpu, unknown and those that your own brings"	collectionFormat(csv)	example(gpu)
//	@Param			claimed	query		boolean		false	"whether anything is claimed of the device or its SKUs"
//	@Param			discovered	query	boolean		false	"whether the device was found in a document and stands in no lexicon"
//	@Success		200		{object}	view.List[view.Device]
//	@Router			/v1/devices [get]
func (h *Handlers) ListDevices(c *gin.Context) error {
	p := rest.NewParameters(c)
	named, _ := h.Lexicon.FindDevice(p.Text("q"))
	wanted := bind.DeviceFilter{
		Slug: p.Slug("q"), Named: named.ID, Vendors: view.Map(p.List("vendor"), strings.ToLower),
		Classes: rest.Vocabulary(p, "class", h.Lexicon.DeviceClasses()), Claimed: p.Tristate("claimed"),
		Discovered: p.Tristate("discovered"),
	}
	if err := p.Err(); err != nil {
		return err
	}
	devices, revision, err := h.DevicesLike(c.Request.Context(), wanted)
	if err != nil {
		return err
	}
	found := listed[bind.RankedDevice]{
		items: devices, revision: revision,
		place: func(r bind.RankedDevice) quarry.Position {
			return quarry.Position{Line: r.Rank, ID: quarry.EntryID(r.ID)}
		},
	}
	if len(devices) == 0 && p.Has("q") {
		if found.notes, err = h.NoteLike(c.Request.Context(), p.Text("q")); err != nil {
			return err
		}
	}
	return serveListed(h, c, found, func(r bind.RankedDevice) view.Device { return view.NewDevice(r.DeviceCount) })
}

// GetDevice answers one device.
//
//	@Summary		Read one device
//	@Description	One device by id, name or alias, with its specs and those of its SKUs: the first 1,000 in the order of path, line and id, and the same ones by attribute with the conflicts over them, of many the first 200. `best` marks the claim of each attribute and precision that is told first. `spec_count` and `conflict_count` say how many there are, `specs_url` and `conflicts_url` where all of them are read.
//	@Param			id		path		string	true	"id, name or alias"	example(h100)
//	@Success		200		{object}	view.DeviceDetail
//	@Router			/v1/devices/{id} [get]
func (h *Handlers) GetDevice(c *gin.Context) error {
	ctx := c.Request.Context()
	device, err := h.MustFindDevice(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	of := quarry.Filter{Devices: h.Lexicon.DeviceFamily(device.ID)}
	specs, err := h.Store.Specs(ctx, of, quarry.PageRequest{Limit: mostDeviceSpecs})
	if err != nil {
		return fmt.Errorf("read the specs of %s: %w", device.ID, err)
	}
	conflicts, err := h.Store.ConflictHeads(ctx, of, quarry.PageRequest{Limit: mostDeviceConflicts})
	if err != nil {
		return fmt.Errorf("read the conflicts of %s: %w", device.ID, err)
	}
	bests := compare.Bests(h.Lexicon, of.Devices, specs.Items)
	show := func(s quarry.Spec) view.Spec {
		shown := view.NewSpec(s)
		shown.Best = bests[s.ID]
		return shown
	}
	return h.AnswerAt(c, min(specs.Revision, conflicts.Revision), view.DeviceDetail{
		Device:        view.NewDevice(quarry.DeviceCount{Device: device, Specs: specs.Total}),
		ConflictCount: conflicts.Total, ConflictsURL: "/v1/conflicts?device=" + url.QueryEscape(string(device.ID)),
		Specs:      view.Map(specs.Items, show),
		Attributes: view.ByAttribute(specs.Items, conflicts.Items, show),
	})
}
