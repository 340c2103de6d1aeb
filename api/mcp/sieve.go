package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// sieve lets through the lines that are messages, and answers the others itself: the
// library ends the conversation at the first one. Its Read returns one line at most.
type sieve struct {
	lines *bufio.Reader
	out   io.Writer
	left  []byte // of the line that is being read
}

func newSieve(in io.Reader, out io.Writer) *sieve {
	return &sieve{lines: bufio.NewReaderSize(in, LongestMessage), out: out}
}

// Read returns what is left of a message, or the beginning of the next one.
func (s *sieve) Read(into []byte) (int, error) {
	for len(s.left) == 0 {
		line, err := s.next()
		if err != nil {
			return 0, err
		}
		s.left = line
	}
	n := copy(into, s.left)
	s.left = s.left[n:]
	return n, nil
}

// next returns the next line where it is a message, with its end, or else nothing.
func (s *sieve) next() ([]byte, error) {
	line, err := s.lines.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, s.passOver()
	}
	message := bytes.TrimSpace(line)
	if len(message) > 0 {
		refused := faultOf(message)
		if refused == nil {
			return append(bytes.Clone(message), '\n'), nil
		}
		err = errors.Join(err, s.refuse(refused))
	}
	return nil, ending(err)
}

// ending is the end of the input as its reader knows it.
func ending(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return err
}

// passOver reads the rest of a line that is too long.
func (s *sieve) passOver() error {
	err := bufio.ErrBufferFull
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = s.lines.ReadSlice('\n')
	}
	return ending(errors.Join(err, s.refuse(&jsonrpc.Error{
		Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("a message has at most %d bytes", LongestMessage),
	})))
}

// faultOf says why a line is no message, or nothing.
func faultOf(line []byte) *jsonrpc.Error {
	if !json.Valid(line) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON: send one message a line"}
	}
	if line[0] == '[' {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "send one message a line: batches are not answered"}
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: notAMessage}
	}
	return nil
}

// notAMessage is said of JSON that is no message of the protocol.
const notAMessage = `this is no message of JSON-RPC 2.0: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"} is one`

// refuse answers what has no id that could be trusted.
func (s *sieve) refuse(why *jsonrpc.Error) error {
	answer, err := json.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      *int           `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{Version: "2.0", Error: why})
	if err != nil {
		return fmt.Errorf("answer a line that is no message: %w", err)
	}
	if _, err = s.out.Write(append(answer, '\n')); err != nil {
		return fmt.Errorf("answer a line that is no message: %w", err)
	}
	return nil
}

// shared is a stream on which several write whole lines, until it is closed. What it
// writes to is closed by another goroutine.
type shared struct {
	mu     sync.Mutex
	to     io.Writer
	closed bool
}

// Write writes, or fails where the conversation is over.
func (s *shared) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, io.ErrClosedPipe
	}
	return s.to.Write(line) //nolint:wrapcheck // it stands for the stream
}

// Close refuses what is written later.
func (s *shared) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
