package main

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer/entail"
)

// judgeChoice says what judges free answers.
type judgeChoice struct {
	Judge string `help:"What judges free answers: builtin asks nobody, openai asks a model as well what an answer means." enum:"builtin,openai" default:"builtin" env:"QUARRY_JUDGE"`

	JudgeURL   string `help:"Server that speaks OpenAI's /v1/chat/completions, such as http://127.0.0.1:11434/v1." env:"QUARRY_JUDGE_URL" placeholder:"URL"`
	JudgeModel string `help:"Model that the server is asked for." env:"QUARRY_JUDGE_MODEL" placeholder:"NAME"`
	JudgeKey   string `help:"Key for the server; the variable keeps it out of the list of processes." env:"QUARRY_JUDGE_KEY" placeholder:"KEY"`
}

// open returns the model that was chosen as a judge, nil where none was.
func (c judgeChoice) open() (*entail.Judge, error) {
	if c.Judge != "openai" {
		return nil, nil //nolint:nilnil // none is asked
	}
	if c.JudgeURL == "" || c.JudgeModel == "" {
		return nil, quarry.Errorf(quarry.KindInvalid, "--judge openai needs --judge-url and --judge-model")
	}
	return entail.New(entail.Options{URL: c.JudgeURL, Model: c.JudgeModel, Key: c.JudgeKey})
}

// modelJudge returns the model that judges beside the rules, nil where none was chosen. The
// session has one, and ends what it does in the background.
func (s *session) modelJudge() (*entail.Judge, error) {
	if s.judgeModel != nil {
		return s.judgeModel, nil
	}
	opened, err := s.judge.open()
	s.judgeModel = opened
	return opened, err
}
