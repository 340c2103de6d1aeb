package contract

const (
	formExtension = "x-multipart"
	formMedia     = "multipart/form-data"
)

// formsHaveAShapeOfTheirOwn gives a form the schema that the annotation x-multipart
// states: Swagger 2.0 has one body for all media types, and a form with files in it
// does not look like the JSON in its place.
func formsHaveAShapeOfTheirOwn(node tree) {
	form, ok := node[formExtension]
	if !ok {
		return
	}
	delete(node, formExtension)
	content := childTree(childTree(node, "requestBody"), "content")
	if _, takes := content[formMedia]; takes {
		content[formMedia] = tree{"schema": form}
	}
}
