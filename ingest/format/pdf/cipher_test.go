package pdf_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// encrypted returns the file encrypted for no password, with a key of 16 bytes, its
// title included.
func (b book) encrypted(by string) []byte {
	const pad = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
	owner, permits := strings.Repeat("o", 32), "\xfc\xff\xff\xff"
	hash := md5.Sum([]byte(pad + owner + permits + "id"))
	for range 50 {
		hash = md5.Sum(hash[:])
	}
	key := hash[:]
	proof := md5.Sum([]byte(pad + "id"))
	user := proof[:]
	for round := range 20 {
		turned := bytes.Clone(key)
		for i := range turned {
			turned[i] ^= byte(round)
		}
		user = rc4ed(turned, user)
	}
	version := "/V 2 /R 3 /Length 128"
	if by == "AES" {
		version = "/V 4 /R 4 /Length 128 /CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> /StmF /StdCF /StrF /StdCF"
	}
	b.trailer = fmt.Sprintf("/Encrypt << /Filter /Standard %s /O <%x> /U <%x> /P -4 >> /ID [<%x> <%x>]", version, owner, string(user)+strings.Repeat("\x00", 16), "id", "id")
	b.cipher = func(id int, text string) string {
		salted := append(bytes.Clone(key), byte(id), byte(id>>8), byte(id>>16), 0, 0)
		if by == "RC4" {
			own := md5.Sum(salted)
			return string(rc4ed(own[:], []byte(text)))
		}
		own := md5.Sum(append(salted, "sAlT"...))
		return aesed(own[:], text)
	}
	return b.bytes()
}

func rc4ed(key, text []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	turned := make([]byte, len(text))
	c.XORKeyStream(turned, text)
	return turned
}

func aesed(key []byte, text string) string {
	c, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	padding := aes.BlockSize - len(text)%aes.BlockSize
	padded := []byte(text + strings.Repeat(string(rune(padding)), padding))
	start := []byte("0123456789abcdef")
	out := make([]byte, len(padded))
	cipher.NewCBCEncrypter(c, start).CryptBlocks(out, padded)
	return string(start) + string(out)
}

// enciphered encrypts the texts in parentheses and the stream of an object.
func (b book) enciphered(id int, body string) string {
	if b.cipher == nil {
		return body
	}
	if head, rest, found := strings.Cut(body, "\nstream\n"); found {
		packed := b.cipher(id, strings.TrimSuffix(rest, "\nendstream"))
		head = regexp.MustCompile(`/Length \d+`).ReplaceAllString(head, "/Length "+strconv.Itoa(len(packed)))
		return head + "\nstream\n" + packed + "\nendstream"
	}
	return regexp.MustCompile(`\(.*?\)`).ReplaceAllStringFunc(body, func(text string) string {
		return fmt.Sprintf("<%x>", b.cipher(id, strings.Trim(text, "()")))
	})
}
