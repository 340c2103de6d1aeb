package pdf

import (
	"bytes"
	"crypto/aes"
	block "crypto/cipher"
	"crypto/md5" //nolint:gosec // what the format says
	"crypto/rc4" //nolint:gosec // what the format says
	"encoding/binary"
	"errors"
	"strings"

	"github.com/quarrykb/quarry"
)

// cipher decrypts a file that needs no password to be read, as files that may not
// be changed or printed are (ISO 32000-1, 7.6).
type cipher struct {
	key []byte
	aes bool
}

// Sizes of the format, in bytes.
const (
	ownerBytes  = 32
	shortestKey = 5
	longestKey  = 16
	timesMixed  = 50 // that a key is mixed with itself
	timesTurned = 19
)

// passwordPad stands in the place of the password that is missing.
const passwordPad = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08" +
	"\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// encryption is what a file says of how it is encrypted.
type encryption struct {
	owner, user, id   string
	version, revision int
	size              int // of its key, in bytes
	permits           int
}

// newCipher returns nil where the file is not encrypted.
func (o *objects) newCipher() (*cipher, error) {
	said, encrypted := o.get(o.trailer["Encrypt"]).(dict)
	if !encrypted {
		return nil, nil //nolint:nilnil // no encryption is no error
	}
	e := encryption{
		owner: string(as[plain](o.get(said["O"]))), user: string(as[plain](o.get(said["U"]))), permits: integer(o.get(said["P"])),
		version: integer(o.get(said["V"])), revision: integer(o.get(said["R"])), size: integer(o.get(said["Length"])) / 8,
	}
	if ids := as[list](o.get(o.trailer["ID"])); len(ids) > 0 {
		e.id = string(as[plain](o.get(ids[0])))
	}
	if e.size == 0 {
		e.size = shortestKey
	}
	known := e.version == 1 || e.version == 2 || e.version == 4 && o.isAES(said)
	whole := len(e.owner) == ownerBytes && len(e.user) == ownerBytes && e.id != ""
	switch {
	case as[named](o.get(said["Filter"])) != "Standard", !known, e.revision < 2, e.revision > 4:
		return nil, unread(errors.New("it has another way of encryption"))
	case !whole, e.size < shortestKey, e.size > longestKey:
		return nil, unread(errors.New("its encryption is damaged"))
	}
	key := e.key()
	if !strings.HasPrefix(e.user, string(e.proof(key))) {
		return nil, quarry.Errorf(quarry.KindUnsupported, "a PDF protected by a password")
	}
	return &cipher{key: key, aes: e.version == 4}, nil
}

func unread(why error) error {
	return quarry.Errorf(quarry.KindUnsupported, "a PDF encrypted in a way that is not read").Because(why)
}

// isAES reports whether texts and streams are encrypted by AES of 128 bits.
func (o *objects) isAES(said dict) bool {
	streams, texts := as[named](o.get(said["StmF"])), as[named](o.get(said["StrF"]))
	filter := o.key(said["CF"], string(streams))
	return streams == texts && as[named](o.key(filter, "CFM")) == "AESV2"
}

// key returns the key for no password.
func (e encryption) key() []byte {
	permits := binary.LittleEndian.AppendUint32(nil, uint32(e.permits))     //nolint:gosec // its lower bits
	hash := md5.Sum([]byte(passwordPad + e.owner + string(permits) + e.id)) //nolint:gosec // what the format says
	if e.revision == 2 {
		return hash[:shortestKey]
	}
	for range timesMixed {
		hash = md5.Sum(hash[:e.size]) //nolint:gosec // what the format says
	}
	return hash[:e.size]
}

// proof is how the file's own proof begins that a key is right.
func (e encryption) proof(key []byte) []byte {
	if e.revision == 2 {
		return byRC4(key, []byte(passwordPad))
	}
	hash := md5.Sum([]byte(passwordPad + e.id)) //nolint:gosec // what the format says
	proof := byRC4(key, hash[:])
	for round := range timesTurned {
		mixed := bytes.Clone(key)
		for i := range mixed {
			mixed[i] ^= byte(round + 1)
		}
		proof = byRC4(mixed, proof)
	}
	return proof
}

// byRC4 encrypts, and decrypts.
func byRC4(key, text []byte) []byte {
	turned := make([]byte, len(text))
	if stream, err := rc4.NewCipher(key); err == nil { //nolint:gosec // what the format says
		stream.XORKeyStream(turned, text)
	}
	return turned
}

// decrypted returns a text or a stream of an object.
func (c *cipher) decrypted(owner reference, text []byte) []byte {
	salted := append(bytes.Clone(c.key), byte(owner.id), byte(owner.id>>8), byte(owner.id>>16), byte(owner.generation), byte(owner.generation>>8)) //nolint:gosec // what the format says
	if c.aes {
		salted = append(salted, "sAlT"...)
	}
	hash := md5.Sum(salted) //nolint:gosec // what the format says
	if !c.aes {
		return byRC4(hash[:min(len(c.key)+5, len(hash))], text)
	}
	key, err := aes.NewCipher(hash[:])
	if err != nil || len(text) < 2*aes.BlockSize {
		return nil
	}
	plain := make([]byte, (len(text)-aes.BlockSize)/aes.BlockSize*aes.BlockSize)
	block.NewCBCDecrypter(key, text[:aes.BlockSize]).CryptBlocks(plain, text[aes.BlockSize:aes.BlockSize+len(plain)])
	if padding := int(plain[len(plain)-1]); padding <= aes.BlockSize {
		plain = plain[:len(plain)-padding]
	}
	return plain
}
