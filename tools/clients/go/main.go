package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/quarrykb/quarry/tools/clients/go/quarryapi"
)

// patience is longer than all journeys take together.
const patience = time.Minute

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: clients http://127.0.0.1:8080")
		os.Exit(2)
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	if err := walk(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1) //nolint:gocritic // the context ends with the process
	}
}

func walk(ctx context.Context, address string) error {
	client, err := quarryapi.NewClientWithResponses(address)
	if err != nil {
		return err
	}
	for _, one := range []struct {
		name string
		walk func(context.Context, *quarryapi.ClientWithResponses) error
	}{{"study chatbot", study}, {"quiz", quiz}, {"script", script}, {"mistakes", mistakes}} {
		if err := one.walk(ctx, client); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		fmt.Println("ok", one.name)
	}
	return nil
}

// got returns what a call answered with 200, and otherwise what the server said.
func got[V any](value *V, response *http.Response, body []byte) (V, error) {
	if value != nil {
		return *value, nil
	}
	var none V
	return none, fmt.Errorf("%s %s: %s: %s", response.Request.Method, response.Request.URL, response.Status, body)
}

// want turns what does not hold into an error.
func want(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// mistakes are answered with a problem that says what to do.
func mistakes(ctx context.Context, client *quarryapi.ClientWithResponses) error {
	hrad := []quarryapi.DrawQuestionsParamsDifficulty{"hrad"}
	drawn, err := client.DrawQuestionsWithResponse(ctx, &quarryapi.DrawQuestionsParams{Difficulty: &hrad})
	if err != nil {
		return err
	}
	refused := drawn.ApplicationproblemJSON400
	if refused == nil {
		return fmt.Errorf("difficulty=hrad is answered with %s", drawn.Status())
	}
	missing, err := client.GetQuestionWithResponse(ctx, "q_aaaaaaaaaaaaaaaaaaaa", nil)
	if err != nil {
		return err
	}
	return errors.Join(
		want(refused.Code == "invalid_parameter" && len(refused.Fixes) > 0 && refused.Fixes[0] == "hard", "difficulty=hrad: %+v", refused),
		want(missing.ApplicationproblemJSON404 != nil, "a question that is not there: %s", missing.Status()),
	)
}
