package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// claimedPerDocument is how many devices a document of claims speaks of.
const claimedPerDocument = 100

// ClaimedDevice names the n-th device of which Claims makes claims. No lexicon
// knows it.
func ClaimedDevice(n int) string { return fmt.Sprintf("Brenta %06d", n) }

// ClaimedAttributes are the attributes that Claims makes a claim of for each
// device.
func ClaimedAttributes() []quarry.AttributeID {
	return []quarry.AttributeID{"memory_capacity", "memory_bandwidth", "tdp", "price"}
}

// Claims is a document with one claim of each attribute for each of a hundred
// devices, in the form in which a store takes it. Each number gives a document
// with other devices.
func Claims(number int) quarry.Knowledge {
	document := quarry.Document{
		Collection: quarry.DefaultCollection, Root: "/generated", Path: fmt.Sprintf("claims/%06d.md", number),
		Title: "Claims", TextOf: quarry.TextOfFile, Encoding: quarry.UTF8, Fingerprint: "generated",
	}
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	claims := quarry.Knowledge{}
	var text strings.Builder
	for i := range claimedPerDocument * len(ClaimedAttributes()) {
		start := text.Len()
		spec := claim(number, i)
		text.WriteString(strings.Join(spec.Claims(), " ") + "\n")
		spec.Source = quarry.Source{
			DocumentID: document.ID, Collection: document.Collection, Path: document.Path, Title: document.Title,
			Span: quarry.Span{ByteStart: start, ByteEnd: text.Len() - 1, LineStart: i + 1, LineEnd: i + 1},
		}
		spec.ID = quarry.SpecID(quarry.NewID(spec.Identity()))
		claims.Specs = append(claims.Specs, spec)
	}
	claims.Content.Text = []byte(text.String())
	sum := sha256.Sum256(claims.Content.Text)
	document.SHA256 = hex.EncodeToString(sum[:])
	document.TextSHA256, document.Bytes = document.SHA256, int64(text.Len())
	claims.Document = document
	return claims
}

// claim is the i-th claim of a document, without its source.
func claim(number, i int) quarry.Spec {
	attributes := ClaimedAttributes()
	name := ClaimedDevice(number*claimedPerDocument + i/len(attributes))
	device, _ := lexicon.DiscoveredDevice(name)
	id := attributes[i%len(attributes)]
	value := quarry.Single(float64(100+i), "W")
	return quarry.Spec{
		Device: quarry.DeviceMention{Device: device, Written: name},
		Attribute: quarry.AttributeMention{
			Attribute: quarry.Attribute{ID: id, Name: string(id)}, Written: string(id),
		},
		Conditions: quarry.NewConditions(), Normalized: value, Grade: quarry.NoGrade(),
		Topics: []quarry.TopicID{"general"},
		Value: quarry.Quantity{
			Bounds: value, Text: fmt.Sprintf("%d W", 100+i), Qualifier: quarry.Exact, Step: 1,
		},
	}
}

// Table is a Markdown table of so many rows: a device and four figures of it in
// each.
func Table(number, rows int) []byte {
	var text strings.Builder
	text.WriteString("# Boards\n\n| Board | Memory capacity | Memory bandwidth | TDP | Boost clock |\n| --- | --- | --- | --- | --- |\n")
	for row := range rows {
		n := number*rows + row
		fmt.Fprintf(&text, "| %s | %d GB | %d.%d TB/s | %d W | %d MHz |\n",
			ClaimedDevice(n), 8+n%250, 1+n%9, n%10, 50+n%950, 900+n%2000)
	}
	return []byte(text.String())
}
