package doc

// Raw is a piece in a format of its own inside of another, such as HTML in Markdown.
type Raw struct {
	Place

	Blocks []Block
}

// Structure is lines that only give a text its shape, such as a line across the page.
type Structure struct {
	Place

	Rule string // what makes them so
}

// Shown returns blocks without those that show nothing, and with what stands in a format
// of its own beside the others.
func Shown(blocks []Block) []Block {
	shown := make([]Block, 0, len(blocks))
	for _, b := range blocks {
		switch b := b.(type) {
		case *Structure:
		case *Paragraph:
			if len(b.Lines) > 0 {
				shown = append(shown, b)
			}
		case *Heading:
			if b.Text.Text != "" {
				shown = append(shown, b)
			}
		case *Raw:
			shown = append(shown, Shown(b.Blocks)...)
		default:
			shown = append(shown, b)
		}
	}
	return shown
}
