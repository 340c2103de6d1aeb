package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lines is a conversation over a pair of streams, a message a line, and its transport. A
// line that is no message is answered and passed over; the SDK's own connection ends the
// conversation there. The input ends when what was asked is answered: a script that writes
// its questions and closes the pipe gets all of its answers.
type lines struct {
	in       *bufio.Reader
	incoming chan incoming

	writing sync.Mutex // held while a line is written, for several write
	out     io.Writer

	asked   sync.WaitGroup // what has no answer yet
	closing sync.Once
	closed  chan struct{}
}

// incoming is what was read next.
type incoming struct {
	message jsonrpc.Message
	err     error
}

func newLines(in io.Reader, out io.Writer) *lines {
	return &lines{
		in: bufio.NewReaderSize(in, LongestMessage), incoming: make(chan incoming), out: out,
		closed: make(chan struct{}),
	}
}

// Connect begins to read, beside the conversation: it can end while a read waits.
func (l *lines) Connect(context.Context) (sdk.Connection, error) {
	go func() {
		for {
			message, err := l.next()
			select {
			case l.incoming <- incoming{message, err}:
			case <-l.closed:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return l, nil
}

// next returns the next message, and answers the lines before it that are none.
func (l *lines) next() (jsonrpc.Message, error) {
	for {
		var refused *jsonrpc.Error
		line, err := l.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = l.in.ReadSlice('\n')
			}
			refused = &jsonrpc.Error{
				Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("a message has at most %d bytes", LongestMessage),
			}
		} else if line = bytes.TrimSpace(line); len(line) > 0 {
			var message jsonrpc.Message
			if message, refused = messageOf(bytes.Clone(line)); refused == nil {
				return message, nil
			}
		}
		if refused != nil {
			err = errors.Join(err, l.refuse(refused))
		}
		if errors.Is(err, io.EOF) {
			return nil, io.EOF // as its reader knows it
		}
		if err != nil {
			return nil, err
		}
	}
}

// messageOf reads a message, or says why a line is none.
func messageOf(line []byte) (jsonrpc.Message, *jsonrpc.Error) {
	if !json.Valid(line) {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON: send one message a line"}
	}
	if line[0] == '[' {
		return nil, &jsonrpc.Error{
			Code: jsonrpc.CodeInvalidRequest, Message: "send one message a line: batches are not answered",
		}
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidRequest,
			Message: `this is no message of JSON-RPC 2.0: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"} is one`,
		}
	}
	return message, nil
}

// refuse answers what has no id that could be trusted.
func (l *lines) refuse(why *jsonrpc.Error) error {
	answer, err := json.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      *int           `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{Version: "2.0", Error: why})
	if err == nil {
		err = l.send(answer)
	}
	if err != nil {
		return fmt.Errorf("answer a line that is no message: %w", err)
	}
	return nil
}

// Read returns the next message, and the end of the input once nothing is under way.
func (l *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.closed:
		return nil, io.EOF
	case came := <-l.incoming:
		if request, ok := came.message.(*jsonrpc.Request); ok && request.IsCall() {
			l.asked.Add(1)
		}
		if came.err != nil {
			l.wait(ctx)
		}
		return came.message, came.err
	}
}

// wait returns when everything was answered, or the caller has gone.
func (l *lines) wait(ctx context.Context) {
	answered := make(chan struct{})
	go func() {
		l.asked.Wait()
		close(answered)
	}()
	select {
	case <-answered:
	case <-l.closed:
	case <-ctx.Done():
	}
}

// Write sends a message.
func (l *lines) Write(ctx context.Context, message jsonrpc.Message) error {
	err := ctx.Err()
	if err == nil {
		var written []byte
		if written, err = jsonrpc.EncodeMessage(message); err == nil {
			err = l.send(written)
		}
	}
	if _, answers := message.(*jsonrpc.Response); answers {
		l.asked.Done()
	}
	return err
}

// send writes a line, or fails where the conversation is over.
func (l *lines) send(line []byte) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	select {
	case <-l.closed:
		return io.ErrClosedPipe
	default:
	}
	_, err := l.out.Write(append(line, '\n'))
	return err
}

// Close ends the conversation: nothing is written from then on.
func (l *lines) Close() error {
	l.closing.Do(func() { close(l.closed) })
	l.writing.Lock() // a line that is being written is whole
	defer l.writing.Unlock()
	return nil
}

// SessionID is none: there is one conversation on a pair of streams.
func (l *lines) SessionID() string { return "" }
