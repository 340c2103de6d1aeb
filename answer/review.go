package answer

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer/entail"
)

// PointJudge asks a model how an answer stands to each of some key points, as
// [entail.Judge] does.
type PointJudge interface {
	Points(ctx context.Context, r entail.Request) ([]entail.Verdict, error)
	Name() string
}

// Reviewer lets a model of the operator's look at what the fitted one said of an answer.
// What is exact is never overruled, numbers included, and where the model does not answer
// the judgement stays as it is.
type Reviewer struct {
	model PointJudge
	log   *slog.Logger
}

// NewReviewer returns a reviewer that asks a model.
func NewReviewer(model PointJudge, log *slog.Logger) *Reviewer { return &Reviewer{model, log} }

// Review returns a judgement with the verdicts of the model on its key points.
func (r *Reviewer) Review(ctx context.Context, q quarry.Question, given string, check quarry.AnswerCheck) quarry.AnswerCheck {
	points := slices.Concat(check.Covered, check.Missing)
	if check.JudgedBy != quarry.JudgedByModel || check.Reason == quarry.ReasonNumber || len(points) == 0 {
		return check
	}
	slices.SortFunc(points, func(a, b quarry.KeyPoint) int { return cmp.Compare(a.ByteStart, b.ByteStart) })
	asked := entail.Request{Question: q.Text, Reference: q.Answer, Answer: given}
	for _, p := range points {
		asked.Points = append(asked.Points, p.Text)
	}
	verdicts, err := r.model.Points(ctx, asked)
	if err != nil {
		if !quarry.IsKind(err, quarry.KindUnavailable) && !quarry.IsKind(err, quarry.KindTooLarge) {
			r.log.WarnContext(ctx, "an answer is judged without the model", slog.Any("error", err))
		}
		return check
	}
	return reviewed(check, points, verdicts, r.model.Name())
}

// reviewed judges by what of the key points a model found: all that are required make an
// answer correct, none incorrect. What explains counts where nothing is required.
func reviewed(before quarry.AnswerCheck, points []quarry.KeyPoint, verdicts []entail.Verdict, name string) quarry.AnswerCheck {
	check := quarry.AnswerCheck{Numbers: before.Numbers, JudgedBy: name}
	all := !slices.ContainsFunc(points, func(p quarry.KeyPoint) bool { return p.Required })
	required, entailed, against := 0.0, 0.0, 0.0
	for i, p := range points {
		counts := p.Required || all
		if counts {
			required++
		}
		switch verdicts[i] {
		case entail.Entailed:
			check.Covered = append(check.Covered, p)
			if counts {
				entailed++
			}
			continue
		case entail.Contradicted:
			p.Contradicted = true
			against++
		case entail.Absent:
		}
		check.Missing = append(check.Missing, p)
	}
	check.Coverage = entailed / required
	check.Score = max(0, check.Coverage-against/required)
	switch {
	case against > 0 && entailed == 0:
		check.Verdict, check.Reason = quarry.VerdictIncorrect, quarry.ReasonContradicts
	case against > 0:
		check.Verdict, check.Reason = quarry.VerdictPartly, quarry.ReasonContradicts
	case entailed == required:
		check.Verdict, check.Reason = quarry.VerdictCorrect, quarry.ReasonCovered
	case entailed > 0:
		check.Verdict, check.Reason = quarry.VerdictPartly, quarry.ReasonIncomplete
	default:
		check.Verdict, check.Reason = quarry.VerdictIncorrect, quarry.ReasonMissing
	}
	for i := range check.Missing {
		check.Missing[i].Required = check.Missing[i].Required && check.Verdict != quarry.VerdictCorrect
	}
	const agreeing, alone = 0.9, 0.6 // with the fitted model and without it; measured with none
	check.Confidence = alone
	if check.Verdict == before.Verdict {
		check.Confidence = agreeing
	}
	check.Explanation = explain(check)
	return check
}
