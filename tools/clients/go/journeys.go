package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/quarrykb/quarry/tools/clients/go/quarryapi"
)

// study searches, opens the source of what was found, has it verified, and asks for
// what a model may answer from.
func study(ctx context.Context, client *quarryapi.ClientWithResponses) error {
	const asked = "loss becomes NaN in half precision"
	kinds, few, full := []quarryapi.SearchParamsKind{quarryapi.SearchParamsKindQuestion}, 3, quarryapi.SearchParamsViewFull
	answer, err := client.SearchWithResponse(ctx, &quarryapi.SearchParams{Q: asked, Kind: &kinds, Limit: &few, View: &full})
	if err != nil {
		return err
	}
	found, err := got(answer.JSON200, answer.HTTPResponse, answer.Body)
	if err != nil {
		return err
	}
	if len(found.Items) != few || !strings.Contains(found.Items[0].Title, "NaN") {
		return fmt.Errorf("search finds %d, %+v", len(found.Items), found.Items)
	}
	return errors.Join(open(ctx, client, found.Items[0]), ground(ctx, client, asked))
}

// open holds what a hit says against the lines that it came from.
func open(ctx context.Context, client *quarryapi.ClientWithResponses, hit quarryapi.Hit) error {
	lines := fmt.Sprintf("%d-%d", hit.Source.LineStart, hit.Source.LineEnd)
	if hit.Source.DocumentId == nil {
		return fmt.Errorf("a hit in full has no document: %+v", hit)
	}
	source, err := client.GetContentWithResponse(ctx, *hit.Source.DocumentId, &quarryapi.GetContentParams{Lines: &lines})
	if err != nil {
		return err
	}
	verified, err := client.VerifyQuestionWithResponse(ctx, hit.Id)
	if err != nil {
		return err
	}
	evidence, err := got(verified.JSON200, verified.HTTPResponse, verified.Body)
	if err != nil {
		return err
	}
	return errors.Join(
		want(source.StatusCode() == 200 && strings.Contains(string(source.Body), hit.Title), "lines %s: %s: %s", lines, source.Status(), source.Body),
		want(evidence.Verified && strings.Contains(evidence.Quote, hit.Title), "evidence: %+v", evidence),
	)
}

func ground(ctx context.Context, client *quarryapi.ClientWithResponses, asked string) error {
	most := 600
	answer, err := client.GetContextWithResponse(ctx, quarryapi.ContextRequest{Query: asked, MaxTokens: &most})
	if err != nil {
		return err
	}
	grounded, err := got(answer.JSON200, answer.HTTPResponse, answer.Body)
	if err != nil {
		return err
	}
	return errors.Join(
		want(grounded.Answerable == quarryapi.GroundingAnswerableYes, "answerable: %s, for %s", grounded.Answerable, grounded.Reason),
		want(len(grounded.Passages) > 0 && len(grounded.Passages) == len(grounded.Citations), "%d passages, %d citations", len(grounded.Passages), len(grounded.Citations)),
		want(grounded.Tokens <= most && strings.Contains(grounded.Prompt, asked), "%d tokens, prompt %s", grounded.Tokens, grounded.Prompt),
	)
}

// quiz draws by difficulty, twice with the same seed, and has answers judged.
func quiz(ctx context.Context, client *quarryapi.ClientWithResponses) error {
	drawn, err := draw(ctx, client)
	if err != nil {
		return err
	}
	again, err := draw(ctx, client)
	if err != nil {
		return err
	}
	if len(drawn.Items) != 3 || len(again.Items) != 3 || drawn.Items[0].Id != again.Items[0].Id {
		return fmt.Errorf("a seed draws %+v, then %+v", drawn.Items, again.Items)
	}
	for _, item := range drawn.Items {
		if item.Difficulty == nil || *item.Difficulty != quarryapi.QuestionDifficultyEasy || item.Answer == nil {
			return fmt.Errorf("drawn: %+v", item)
		}
	}
	first := drawn.Items[0]
	return errors.Join(
		judged(ctx, client, first, *first.Answer, quarryapi.CheckVerdictCorrect),
		judged(ctx, client, first, "", quarryapi.CheckVerdictIncorrect),
	)
}

func draw(ctx context.Context, client *quarryapi.ClientWithResponses) (quarryapi.Draw, error) {
	easy, answered, count, seed := []quarryapi.DrawQuestionsParamsDifficulty{"easy"}, true, 3, int64(42)
	answer, err := client.DrawQuestionsWithResponse(ctx, &quarryapi.DrawQuestionsParams{
		Difficulty: &easy, Answered: &answered, Count: &count, Seed: &seed,
	})
	if err != nil {
		return quarryapi.Draw{}, err
	}
	return got(answer.JSON200, answer.HTTPResponse, answer.Body)
}

func judged(ctx context.Context, client *quarryapi.ClientWithResponses, q quarryapi.Question, given string, verdict quarryapi.CheckVerdict) error {
	answer, err := client.CheckAnswerWithResponse(ctx, q.Id, quarryapi.CheckRequest{Answer: given})
	if err != nil {
		return err
	}
	check, err := got(answer.JSON200, answer.HTTPResponse, answer.Body)
	if err != nil {
		return err
	}
	return want(check.Verdict == verdict, "%q to %q: %s, for %s", given, q.Question, check.Verdict, check.Reason)
}

// script compares two devices, and converts what one of them claims.
func script(ctx context.Context, client *quarryapi.ClientWithResponses) error {
	attributes, terabytes := []string{"memory_bandwidth"}, "TB/s"
	compared, err := client.CompareSpecsWithResponse(ctx, &quarryapi.CompareSpecsParams{
		Devices: []string{"b200", "mi300x"}, Attributes: &attributes, Unit: &terabytes,
	})
	if err != nil {
		return err
	}
	comparison, err := got(compared.JSON200, compared.HTTPResponse, compared.Body)
	if err != nil {
		return err
	}
	if len(comparison.Rows) == 0 || comparison.Rows[0].Ratio == nil {
		return fmt.Errorf("comparison: %+v", comparison)
	}
	row := comparison.Rows[0]
	return errors.Join(
		want(math.Abs(*row.Ratio-8/5.3) < 1e-9 && row.Comparable && row.Reason == nil, "row: %+v", row),
		want(row.Unit != nil && *row.Unit == terabytes && *row.Cells[1].Max == 5.3, "cells: %+v", row.Cells),
		convert(ctx, client),
	)
}

func convert(ctx context.Context, client *quarryapi.ClientWithResponses) error {
	attribute, kilowatts, least := []string{"tdp"}, "kW", 0.5
	answer, err := client.ListSpecsWithResponse(ctx, &quarryapi.ListSpecsParams{Attribute: &attribute, Min: &least, Unit: &kilowatts})
	if err != nil {
		return err
	}
	specs, err := got(answer.JSON200, answer.HTTPResponse, answer.Body)
	if err != nil {
		return err
	}
	for _, spec := range specs.Items {
		value := spec.Value
		if value.Unit == nil || *value.Unit != kilowatts || value.Max == nil || *value.Max < least || *value.Max > 100 {
			return fmt.Errorf("%s in kW: %+v", value.Text, value)
		}
	}
	revision := answer.Headers200
	return errors.Join(
		want(specs.Total > 0 && len(specs.Items) > 0, "no device of 0.5 kW or more"),
		want(revision != nil && revision.QuarryRevision != nil && *revision.QuarryRevision > 0, "Quarry-Revision: %+v", revision),
	)
}
