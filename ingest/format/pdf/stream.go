package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"
)

// mostFilters is how often a stream is packed.
const mostFilters = 8

// unpack returns what a stream holds. One that is too long is refused; one that is
// damaged gives what can be read of it.
func (o *objects) unpack(s *stream, limit int) ([]byte, error) {
	length := integer(o.get(s.dict["Length"]))
	content := s.packed[:max(0, min(len(s.packed), length))]
	if len(content) == 0 {
		return nil, nil
	}
	if o.cipher != nil {
		o.work.spend(len(content))
		content = o.cipher.decrypted(s.owner, content)
	}
	filters, parms := each(o.get(s.dict["Filter"])), each(o.get(s.dict["DecodeParms"]))
	if len(filters) > mostFilters {
		return nil, errors.New("a stream is packed too often")
	}
	for i, one := range filters {
		var parm object
		if i < len(parms) {
			parm = parms[i]
		}
		var err error
		if content, err = o.filter(content, o.get(one), parm, limit); err != nil {
			return nil, err
		}
	}
	return content, o.work.err
}

// filter unpacks what was packed in one way.
func (o *objects) filter(content []byte, name, parm object, limit int) ([]byte, error) {
	switch {
	case name == nil:
	case name == named("FlateDecode"):
		reader, err := zlib.NewReader(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("unpack a stream: %w", err)
		}
		if integer(o.key(parm, "Predictor")) > 1 {
			return nil, errors.New("a stream is packed in a way that is not read")
		}
		return o.readAll(reader, limit)
	case name == named("ASCII85Decode"):
		if end := bytes.IndexByte(content, '~'); end >= 0 {
			content = content[:end]
		}
		return o.readAll(ascii85.NewDecoder(bytes.NewReader(content)), limit)
	default:
		return nil, fmt.Errorf("a stream is packed in a way that is not read: %.40s", written(name))
	}
	if len(content) > limit {
		return nil, errors.New("a stream is too long")
	}
	return content, nil
}

// readAll reads up to a limit, as long as there is work left.
func (o *objects) readAll(from io.Reader, limit int) ([]byte, error) {
	if o.work.err != nil {
		return nil, o.work.err
	}
	content, err := io.ReadAll(io.LimitReader(from, int64(limit)+1))
	o.work.spend(len(content) / unpackedPer)
	if len(content) > limit {
		return nil, errors.New("a stream is too long")
	}
	if err != nil && len(content) == 0 {
		return nil, fmt.Errorf("unpack a stream: %w", err)
	}
	return content, nil
}
