package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/md5"  //nolint:gosec // what the format says
	"crypto/rc4"  //nolint:gosec // what the format says
	stdcipher "crypto/cipher"
	"encoding/binary"
	"errors"

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

// newCipher returns nil where the file is not encrypted.
func (o *objects) newCipher() (*cipher, error) {
	said, encrypted := o.get(o.trailer["Encrypt"]).(dict)
	if !encrypted {
		return nil, nil
	}
	ids := o.list(o.trailer["ID"])
	if len(ids) == 0 {
		return nil, unread(errors.New("it has no id"))
	}
	id, _ := o.get(ids[0]).(plain)
	owner, _ := o.get(said["O"]).(plain)
	user, _ := o.get(said["U"]).(plain)
	version, revision := integer(o.get(said["V"])), integer(o.get(said["R"]))
	bits := integer(o.get(said["Length"]))
	if bits == 0 {
		bits = 8 * shortestKey
	}
	size := bits / 8
	known := version == 1 || version == 2 || version == 4 && o.isAES(said)
	whole := len(owner) == ownerBytes && len(user) == ownerBytes
	switch {
	case nameOf(o.get(said["Filter"])) != "Standard", !known, revision < 2, revision > 4:
		return nil, unread(errors.New("it has another way of encryption"))
	case !whole, size < shortestKey, size > longestKey:
		return nil, unread(errors.New("its encryption is damaged"))
	}
	permits := binary.LittleEndian.AppendUint32(nil, uint32(integer(o.get(said["P"])))) //nolint:gosec // its lower bits
	hash := md5.Sum([]byte(passwordPad + string(owner) + string(permits) + string(id))) //nolint:gosec // what the format says
	key := hash[:shortestKey]
	if revision > 2 {
		for range timesMixed {
			hash = md5.Sum(hash[:size]) //nolint:gosec // what the format says
		}
		key = hash[:size]
	}
	if !bytes.HasPrefix([]byte(user), proof(key, revision, string(id))) {
		return nil, quarry.Errorf(quarry.KindUnsupported, "a PDF protected by a password")
	}
	return &cipher{key: key, aes: version == 4}, nil
}

func unread(why error) error {
	return quarry.Errorf(quarry.KindUnsupported, "a PDF encrypted in a way that is not read").Because(why)
}

// isAES reports whether texts and streams are encrypted by AES of 128 bits.
func (o *objects) isAES(said dict) bool {
	streams, texts := nameOf(o.get(said["StmF"])), nameOf(o.get(said["StrF"]))
	filter := o.key(said["CF"], streams)
	return streams == texts && nameOf(o.key(filter, "CFM")) == "AESV2"
}

// proof is how a file's own proof of its key begins.
func proof(key []byte, revision int, id string) []byte {
	if revision == 2 {
		return turned4(key, []byte(passwordPad))
	}
	hash := md5.Sum([]byte(passwordPad + id)) //nolint:gosec // what the format says
	proof := turned4(key, hash[:])
	for round := range timesTurned {
		mixed := bytes.Clone(key)
		for i := range mixed {
			mixed[i] ^= byte(round + 1)
		}
		proof = turned4(mixed, proof)
	}
	return proof
}

// turned4 encrypts and decrypts by RC4.
func turned4(key, text []byte) []byte {
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
		return turned4(hash[:min(len(c.key)+5, len(hash))], text)
	}
	block, err := aes.NewCipher(hash[:])
	if err != nil || len(text) < 2*aes.BlockSize {
		return nil
	}
	plain := make([]byte, (len(text)-aes.BlockSize)/aes.BlockSize*aes.BlockSize)
	stdcipher.NewCBCDecrypter(block, text[:aes.BlockSize]).CryptBlocks(plain, text[aes.BlockSize:aes.BlockSize+len(plain)])
	if padding := int(plain[len(plain)-1]); padding <= aes.BlockSize {
		plain = plain[:len(plain)-padding]
	}
	return plain
}
