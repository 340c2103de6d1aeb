package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// body draws a body in one of the forms that the contract names.
func (d *drafting) body(asked *request, wanted *openapi3.RequestBody) {
	media := rapid.SampledFrom(slices.Sorted(maps.Keys(wanted.Content))).Draw(d.T, "media type")
	schema := wanted.Content[media].Schema.Value
	value := d.value("body", schema)
	if media == "multipart/form-data" {
		asked.body, media = d.form(value, schema)
	} else if text, plain := value.(string); plain {
		if example, known := wanted.Content[media].Example.(string); known && rapid.Bool().Draw(d.T, "as shown") {
			text = example
		}
		asked.body = []byte(text)
	} else if encoded, err := json.Marshal(value); err == nil {
		asked.body = encoded
	}
	asked.header = append(asked.header, pair{"Content-Type", media})
}

// form writes a value as the parts of a form.
func (d *drafting) form(value any, schema *openapi3.Schema) ([]byte, string) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	fields, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		property := schema.Properties[name].Value
		parts, many := fields[name].([]any)
		if many {
			property = property.Items.Value
		} else {
			parts = []any{fields[name]}
		}
		for _, part := range parts {
			d.part(form, name, property, fmt.Sprint(part))
		}
	}
	_ = form.Close() // into memory
	return body.Bytes(), form.FormDataContentType()
}

// part writes one field of a form, or one of its files.
func (d *drafting) part(form *multipart.Writer, name string, schema *openapi3.Schema, text string) {
	if schema.Format != "binary" {
		_ = form.WriteField(name, text) // into memory
		return
	}
	file := rapid.SampledFrom([]string{"notes.md", "a b.txt", "karten.csv", "seite.html"}).Draw(d.T, "file name")
	if part, err := form.CreateFormFile(name, file); err == nil {
		_, _ = part.Write([]byte(text)) // into memory
	}
}

// value draws anything that a schema allows.
func (d *drafting) value(name string, schema *openapi3.Schema) any {
	if len(schema.AllOf) == 1 {
		return d.value(name, schema.AllOf[0].Value)
	}
	if alternatives := slices.Concat(schema.OneOf, schema.AnyOf); len(alternatives) > 0 {
		return d.value(name, rapid.SampledFrom(alternatives).Draw(d.T, name).Value)
	}
	switch {
	case len(schema.Enum) > 0:
		return rapid.SampledFrom(schema.Enum).Draw(d.T, name)
	case schema.Type.Is(openapi3.TypeObject):
		return d.object(schema)
	case schema.Type.Is(openapi3.TypeArray):
		return d.array(name, schema)
	case schema.Type.Is(openapi3.TypeBoolean):
		return rapid.Bool().Draw(d.T, name)
	case schema.Type.Is(openapi3.TypeInteger):
		return d.whole(name, schema)
	case schema.Type.Is(openapi3.TypeNumber):
		return d.number(name, schema)
	case schema.Format == "byte":
		return base64.StdEncoding.EncodeToString([]byte(rapid.SampledFrom(files()).Draw(d.T, name)))
	case schema.Format == "binary":
		return rapid.SampledFrom(files()).Draw(d.T, name)
	}
	return d.text(name, schema, d.pool.sure(name))
}

// files are what people upload.
func files() []string {
	return []string{
		"# Notes\n\n### What fires clay?\n**Answer:** A kiln.\n", "What lifts a loaf? easy\n\nYeast.\n", "front,back\nkiln,oven\n",
		"<h1>Page</h1><p>A kiln fires clay at 1,200 °C.</p>", "{\"question\":\"What etches copper?\",\"answer\":\"Acid.\"}\n", "x",
	}
}

func (d *drafting) object(schema *openapi3.Schema) map[string]any {
	drawn := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		if !slices.Contains(schema.Required, name) && rapid.IntRange(0, 3).Draw(d.T, "with "+name) > 0 {
			continue
		}
		value := d.value(name, schema.Properties[name].Value)
		if value == "" && !slices.Contains(schema.Required, name) {
			continue
		}
		drawn[name] = value
	}
	return drawn
}

func (d *drafting) array(name string, schema *openapi3.Schema) []any {
	fewest, most := max(1, int(schema.MinItems)), 3
	drawn := []any{}
	for range rapid.IntRange(fewest, max(fewest, most)).Draw(d.T, "how many "+name) {
		drawn = append(drawn, d.value(name, schema.Items.Value))
	}
	return drawn
}

// number draws a number within the bounds of its schema.
func (d *drafting) number(name string, schema *openapi3.Schema) float64 {
	least, most := -1e18, 1e18
	if schema.Min != nil {
		least = *schema.Min
	}
	if schema.Max != nil {
		most = *schema.Max
	}
	return rapid.Float64Range(least, most).Draw(d.T, name)
}
