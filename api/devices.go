package api

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// DeviceReader counts the claims that the store holds of each device, those
// found in documents among them, and knows at which revision.
type DeviceReader interface {
	DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error)
}

// mostDeviceSpecs is how many specs come with a device; the others are read
// from the spec routes.
const mostDeviceSpecs = 1_000

// DeviceView is something that specs are claimed of.
type DeviceView struct {
	ID         string   `json:"id"         validate:"required" example:"nvidia-h100"`
	Name       string   `json:"name"       validate:"required" example:"NVIDIA H100"`
	Vendor     *string  `json:"vendor"     validate:"required" example:"NVIDIA" extensions:"x-nullable"`
	Class      string   `json:"class"      validate:"required" example:"gpu"`
	Family     *string  `json:"family"     validate:"required" example:"nvidia-hopper" extensions:"x-nullable"`
	Discovered bool     `json:"discovered" validate:"required" example:"false"`
	Aliases    []string `json:"aliases"    validate:"required" example:"H100,Hopper H100"`
	SpecCount  int      `json:"spec_count" validate:"required" example:"12" minimum:"0"`
	SpecsURL   string   `json:"specs_url"  validate:"required" example:"/v1/specs?device=nvidia-h100"`
}

// DeviceDetailView is a device with its specs.
type DeviceDetailView struct {
	DeviceView

	Specs []SpecView `json:"specs" validate:"required"`
}

func viewDevice(d quarry.DeviceCount) DeviceView {
	return DeviceView{
		ID: string(d.ID), Name: d.Name, Vendor: nullable(d.Vendor), Class: string(d.Class),
		Family: nullable(d.Family), Discovered: d.Discovered, Aliases: texts(d.Aliases),
		SpecCount: d.Specs, SpecsURL: "/v1/specs?device=" + url.QueryEscape(string(d.ID)),
	}
}

// listDevices answers a part of the devices.
//
//	@ID				listDevices
//	@Summary		List devices
//	@Description	Known devices in the order of their ids, or of closeness to `q`, which is a name, an alias or a slip of either; a digit is never taken for another. `spec_count` counts a family together with its SKUs.
//	@Tags			devices
//	@Produce		json
//	@Param			q		query		string		false	"name, alias or close misspelling"	maxlength(100)	example(h100)
//	@Param			vendor	query		[]string	false	"vendors, in any case, a comma within one as `\,`"				collectionFormat(csv)
//	@Param			class	query		[]string	false	"kinds of device"					collectionFormat(csv)	Enums(gpu,accelerator,soc,module,interconnect,memory,format,switch,system,model,cpu,unknown)
//	@Param			limit	query		integer		false	"devices per page"					minimum(1)	maximum(100)	default(20)
//	@Param			cursor	query		string		false	"next_cursor of the page before"
//	@Success		200		{object}	List[DeviceView]
//	@Success		304		"the caller has this answer already"
//	@Header			200,304	{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@Header			200,304	{string}	ETag			"weak tag for If-None-Match"
//	@Header			all		{string}	X-Request-Id	"names the request in the log"
//	@Failure		400		{object}	Problem
//	@Failure		421		{object}	Problem
//	@Failure		500		{object}	Problem
//	@Failure		503		{object}	Problem
//	@Router			/v1/devices [get]
func (s *Server) listDevices(c *gin.Context) {
	p := newParameters(c)
	named, _ := s.lexicon.FindDevice(p.text("q"))
	wanted := deviceFilter{
		slug: quarry.Slug(p.text("q")), named: named.ID, vendors: mapped(p.list("vendor"), strings.ToLower),
		classes: vocabulary(p, "class", quarry.DeviceClasses()),
	}
	if p.has("q") && wanted.slug == "" {
		p.refuse("q", "has neither letter nor digit")
	}
	if err := p.err(); err != nil {
		s.fail(c, err)
		return
	}
	known, revision, err := s.knownDevices(c.Request.Context())
	if err != nil {
		s.fail(c, err)
		return
	}
	found := wanted.among(known)
	found.revision = revision
	serveListed(s, c, found, func(r rankedDevice) DeviceView { return viewDevice(r.DeviceCount) })
}

// getDevice answers one device.
//
//	@ID				getDevice
//	@Summary		Read one device
//	@Description	One device by id, name or alias, with its specs and those of its SKUs: the first 1,000 in the order of path, line and id. `spec_count` says how many there are, `specs_url` where all of them are read.
//	@Tags			devices
//	@Produce		json
//	@Param			id		path		string	true	"id, name or alias"	example(h100)
//	@Success		200		{object}	DeviceDetailView
//	@Success		304		"the caller has this answer already"
//	@Header			200,304	{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@Header			200,304	{string}	ETag			"weak tag for If-None-Match"
//	@Header			all		{string}	X-Request-Id	"names the request in the log"
//	@Failure		400		{object}	Problem
//	@Failure		404		{object}	Problem
//	@Failure		421		{object}	Problem
//	@Failure		500		{object}	Problem
//	@Failure		503		{object}	Problem
//	@Router			/v1/devices/{id} [get]
func (s *Server) getDevice(c *gin.Context) {
	ctx, name := c.Request.Context(), c.Param("id")
	device, known, err := s.findDevice(ctx, name)
	if err != nil {
		s.fail(c, err)
		return
	}
	if !known {
		s.fail(c, quarry.Errorf(quarry.KindNotFound, "there is no device %q", name).WithFixes(s.devicesLike(name)...))
		return
	}
	page, err := s.specs.Specs(ctx, quarry.Filter{Devices: s.lexicon.DeviceFamily(device.ID)},
		quarry.PageRequest{Limit: mostDeviceSpecs})
	if err != nil {
		s.fail(c, fmt.Errorf("read the specs of %s: %w", device.ID, err))
		return
	}
	s.answerAt(c, page.Revision, DeviceDetailView{
		DeviceView: viewDevice(quarry.DeviceCount{Device: device, Specs: page.Total}),
		Specs:      mapped(page.Items, viewSpec),
	})
}

// findDevice resolves a name: the lexicon's first, then what documents brought.
func (s *Server) findDevice(ctx context.Context, name string) (quarry.Device, bool, error) {
	if device, known := s.lexicon.FindDevice(name); known {
		return device, true, nil
	}
	slug := quarry.Slug(name)
	counts, _, err := s.devices.DeviceCounts(ctx)
	if err != nil {
		return quarry.Device{}, false, fmt.Errorf("read the devices: %w", err)
	}
	for _, count := range counts {
		if slug != "" && (slug == quarry.Slug(string(count.ID)) || slug == quarry.Slug(count.Name)) {
			return count.Device, true, nil
		}
	}
	return quarry.Device{}, false, nil
}

// knownDevices returns the lexicon's devices and the discovered ones, by id,
// each counted together with its SKUs.
func (s *Server) knownDevices(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error) {
	counts, revision, err := s.devices.DeviceCounts(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("read the devices: %w", err)
	}
	specs := map[quarry.DeviceID]int{}
	var known []quarry.DeviceCount
	for _, count := range counts {
		specs[count.ID] = count.Specs
		if _, ours := s.lexicon.Device(count.ID); !ours {
			known = append(known, count)
		}
	}
	for _, device := range s.lexicon.Devices() {
		sum := 0
		for _, id := range s.lexicon.DeviceFamily(device.ID) {
			sum += specs[id]
		}
		known = append(known, quarry.DeviceCount{Device: device, Specs: sum})
	}
	slices.SortFunc(known, func(a, b quarry.DeviceCount) int { return cmp.Compare(a.ID, b.ID) })
	return known, revision, nil
}

// devicesLike returns ids of the lexicon that a name comes close to.
func (s *Server) devicesLike(name string) []string {
	all := mapped(s.lexicon.Devices(), func(d quarry.Device) quarry.DeviceCount { return quarry.DeviceCount{Device: d} })
	like := deviceFilter{slug: quarry.Slug(name)}.among(all).items
	ids := mapped(like, func(r rankedDevice) string { return string(r.ID) })
	return ids[:min(len(ids), 3)]
}
