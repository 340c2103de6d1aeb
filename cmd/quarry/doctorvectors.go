package main

// vectors says whose vectors answer, and how far they have read.
func (d *doctor) vectors() error {
	all, err := d.store.Embeddings(d.ctx)
	if err != nil {
		return err
	}
	revision, err := d.store.Revision(d.ctx)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Serving {
			d.say("vectors", "of %s, which has read %d of %d changes", e.Embedder, e.Cursor, revision)
			return nil
		}
	}
	d.say("vectors", "are made by the next serve, ingest or search")
	return nil
}
