package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"time"
)

// writer hands in what becomes a job, and waits for its end.
type writer struct {
	base, key string
	client    client
}

// put writes a small document of its own and waits until it can be found.
func (w writer) put(ctx context.Context, name string, number int64) error {
	text := fmt.Sprintf("# Crate %s %d\n\nQ: How heavy is crate %[1]s %[2]d?\nA: It weighs %[3]d kg.\n", name,
		number, 10+number)
	body, err := json.Marshal(map[string]string{
		"path": fmt.Sprintf("load/%s-%d.md", name, number), "content": text,
	})
	if err != nil {
		return err
	}
	return w.job(ctx, "/v1/documents", string(body))
}

// job sends a job and waits until it is done.
func (w writer) job(ctx context.Context, path, body string) error {
	const patience, pause = 5 * time.Minute, 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	look := time.NewTicker(pause)
	defer look.Stop()
	var job struct{ State, URL string }
	answer, err := w.client.ask(ctx, w.base, asked{http.MethodPost, path, body}, http.Header{
		"X-Api-Key": {w.key}, "Prefer": {"wait=20"},
	})
	for {
		if err == nil {
			err = json.Unmarshal(answer, &job)
		}
		if err != nil {
			return err
		}
		switch job.State {
		case "done":
			return nil
		case "queued", "running", "waiting":
		default:
			return fmt.Errorf("%s: the job is %s", path, job.State)
		}
		<-look.C // the request behind it fails where ctx has ended
		answer, err = w.client.ask(ctx, w.base, asked{http.MethodGet, job.URL, ""}, http.Header{})
	}
}

// makeKey makes a key that may write.
func makeKey(ctx context.Context, binary, data string) (string, error) {
	//nolint:gosec // What its user names is run as its user.
	secret, err := exec.CommandContext(ctx, binary, "--data", data, "key", "create", "--name", "load", "--scope",
		"write").Output()
	if err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	return strings.TrimSpace(string(secret)), nil
}
