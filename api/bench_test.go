package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// BenchmarkQuestionByID measures what the server adds to a store that costs
// nothing, beside a handler that encodes the same view and does nothing else.
func BenchmarkQuestionByID(b *testing.B) {
	k := newKit(b)
	const target = "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa"
	shown := decoded[view.Question](b, k.get(b, target), http.StatusOK)
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if err := json.NewEncoder(w).Encode(shown); err != nil {
			b.Error(err)
		}
	})
	for name, handler := range map[string]http.Handler{"server": k.handler, "bare": bare} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(httptest.NewRecorder(), request(b, target))
			}
		})
	}
}

// BenchmarkList measures a page of questions with two filters and a limit.
func BenchmarkList(b *testing.B) {
	k := newKit(b)
	b.ReportAllocs()
	for b.Loop() {
		k.handler.ServeHTTP(httptest.NewRecorder(), request(b, "/v1/questions?difficulty=easy,hard&topic=firing&limit=2"))
	}
}

// BenchmarkUnknownDevice looks up names that no device has, among more and more
// that documents brought, and lists what comes close to them.
func BenchmarkUnknownDevice(b *testing.B) {
	for _, many := range []int{100, 10_000, 80_000} {
		k := newKit(b)
		k.store.devices = manyDevices(many)
		for name, target := range map[string]string{
			"number": "/v1/devices/lathe%201234x", "slip": "/v1/devices/ambre%20falcno%20loom", "part": "/v1/devices/falcon",
			"nothing": "/v1/devices/zzyzx", "exact": "/v1/devices/lathe%202e", "list": "/v1/devices?q=ambre%20falcno%20loom",
		} {
			b.Run(fmt.Sprintf("%s of %d", name, many), func(b *testing.B) {
				k.get(b, "/v1/devices/zzyzx")
				for b.Loop() {
					k.handler.ServeHTTP(httptest.NewRecorder(), request(b, target))
				}
			})
		}
	}
}

// BenchmarkUnknownDeviceAfterAChange looks a name up when the store has changed,
// and when a device has another name.
func BenchmarkUnknownDeviceAfterAChange(b *testing.B) {
	for _, many := range []int{100, 10_000, 80_000} {
		k := newKit(b)
		k.store.devices = manyDevices(many)
		for name, change := range map[string]func(n int){
			"counts": func(int) {},
			"names":  func(n int) { k.store.devices[0].Name = fmt.Sprint("Lathe ", n) },
		} {
			b.Run(fmt.Sprintf("%s of %d", name, many), func(b *testing.B) {
				for n := range b.N {
					k.store.revision.Add(1)
					change(n)
					k.handler.ServeHTTP(httptest.NewRecorder(), request(b, "/v1/devices/zzyzx"))
				}
			})
		}
	}
}

// manyDevices names half of its devices by numbers and half in words.
func manyDevices(count int) []quarry.DeviceCount {
	words := strings.Fields("amber basalt cedar delta ember falcon granite harbour indigo juniper kestrel lantern meadow " +
		"nectar orchard pepper quartz raven saffron thistle umber velvet willow yarrow zephyr loom press oven mill kiln forge")
	devices := make([]quarry.DeviceCount, 0, count)
	for i := range count {
		name := fmt.Sprintf("Lathe %d%c", i/2, 'A'+rune(i%7))
		if i%2 == 1 {
			n := i / 2
			name = strings.Join([]string{words[n%31], words[n/31%31], words[n/31/31%31], words[n/31/31/31%31]}, " ")
		}
		device, _ := lexicon.DiscoveredDevice(name)
		devices = append(devices, quarry.DeviceCount{Device: device, Specs: 1})
	}
	return devices
}
