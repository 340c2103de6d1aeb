package answer_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

// What is a matter of degree is judged by the fitted model, and measured on judged answers
// (quarry eval answers). Here stands only what it may never do.
func TestTheModelMayBeCarefulAndNeverHarmful(t *testing.T) {
	t.Parallel()
	roux := open("What is a roux made of?", "Equal parts of flour and fat, cooked together.")
	judged(t, roux, map[string][]quarry.AnswerVerdict{
		"fat and flour in equal parts":             notWrong(),
		"it's flour and fat, the same amount each": notWrong(),
		"flour":                                     notRight(),
		"neither flour nor fat":                     notRight(),
		"A roux is not made of flour and fat":       notRight(),
		"The treaty ended the war.":                 notRight(),
		"sugar and lemon juice, whipped until cold": notRight(),
	})
	limit := open("What limits the decoding of tokens?", "Memory bandwidth. Each token reads all weights, and calculates little with them.")
	judged(t, limit, map[string][]quarry.AnswerVerdict{
		"not the memory bandwidth":                    notRight(),
		"memory bandwidth, since the moon is made so": notRight(),
		"the memory":  notRight(),
		"the weights": notRight(),
	})
	depends := open("How do the linker and the compiler relate?", "The linker depends on the compiler.")
	judged(t, depends, map[string][]quarry.AnswerVerdict{
		"the linker depends on a compiler":               notWrong(),
		"It is the compiler on which the linker depends": notWrong(),
		"The compiler depends on the linker.":            notRight(),
		"The linker does not depend on the compiler.":    notRight(),
	})
	order := open("In which order are the steps done?", "Fetch comes before decode.")
	judged(t, order, map[string][]quarry.AnswerVerdict{
		"Decode comes after fetch.":  notWrong(),
		"Decode comes before fetch.": notRight(),
		"Fetch comes after decode.":  notRight(),
	})
	moons := open("How do Saturn and Mars differ?", "Saturn has 146 moons and an ocean of gas. Mars has the 2 moons Phobos and Deimos, and dust.")
	judged(t, moons, map[string][]quarry.AnswerVerdict{
		"Mars has 2 moons and dust, Saturn has 146 moons and an ocean of gas": notWrong(),
		"Mars has 146 moons and dust, Saturn has 2 moons and gas":             notRight(),
	})
	wheels := open("What does a tram carry?", "Two spare wheels per axle, in a box. Old trams had none.")
	judged(t, wheels, map[string][]quarry.AnswerVerdict{
		"two spare wheels per axle":   notWrong(),
		"three spare wheels per axle": notRight(),
		"3 spare wheels in a box":     notRight(),
	})
}

// A statement that is called true or false is right or wrong by that alone.
func TestAVerdictDecides(t *testing.T) {
	t.Parallel()
	oven := statement("True or false: an oven with three times the volume needs three times the heat for the same cake.",
		"False. Heat goes into the cake. Walls and door cost the rest of the heat, whatever the volume.")
	judged(t, oven, map[string][]quarry.AnswerVerdict{
		"False, the heat goes into the cake": right(),
		"No.":                                right(),
		"true":                               wrong(),
		"Yes, walls and door cost the heat":  wrong(),
		"An oven with three times the volume needs three times the heat":         notRight(),
		"An oven with three times the volume needs seven times the heat":         notRight(),
		"An oven with three times the volume does not need three times the heat": notWrong(),
	})
	judged(t, statement("True or false: a longer march needs more food.", "True. Energy is work over time."), map[string][]quarry.AnswerVerdict{
		"the median time between two alarms": notRight(),
	})
	judged(t, statement("True or false, and explain why: whales are fish.", "False. They breathe air and suckle their calves."), map[string][]quarry.AnswerVerdict{
		"false":                      part(),
		"True, they live in the sea": wrong(),
		"False, they breathe air and suckle a calf":  notWrong(),
		"False, because the moon is made of cheese.": notRight(),
	})
}

func TestABareYesAnswersNoOtherQuestion(t *testing.T) {
	t.Parallel()
	memory := open("Do threads share registers, and which memory do they share?", "No, they share shared memory.")
	judged(t, memory, map[string][]quarry.AnswerVerdict{"no": part(), "yes": wrong(), "No, shared memory": notWrong()})
	judged(t, statement("What does a spoken contract need?", "True. Offer and acceptance."), map[string][]quarry.AnswerVerdict{"yes": notRight()})
	judged(t, open("Why is the sky blue?", "Short waves are scattered more."), map[string][]quarry.AnswerVerdict{"yes": wrong()})
	judged(t, statement("What goes up must come down.", "False. Some things escape."), map[string][]quarry.AnswerVerdict{"no": right()})
	judged(t, open("Is a spoken contract binding?", "Yes. Most are."), map[string][]quarry.AnswerVerdict{"yes": right(), "no": wrong()})
}

func TestTheQuestionSaidAgainIsNoAnswer(t *testing.T) {
	t.Parallel()
	yes := open("Is spring water harder than rain water?", "Yes. It has passed through lime.")
	judged(t, yes, map[string][]quarry.AnswerVerdict{
		"Is spring water harder than rain water?": wrong(),
		"spring water, rain water":                wrong(),
		"Spring water is harder":                  notWrong(),
		"Rain water is harder than spring water":  notRight(),
	})
	judged(t, open("Is rain water harder than spring water?", "No. It has passed through no lime."), map[string][]quarry.AnswerVerdict{
		"Rain is harder":   notRight(),
		"Spring is harder": notWrong(),
	})
}

func TestWhatIsOfferedIsChosen(t *testing.T) {
	t.Parallel()
	judged(t, open("Which draws more power, the H100 or the B200?", "The B200: 1,000 W against 700 W."), map[string][]quarry.AnswerVerdict{
		"B200":                              right(),
		"the H100":                          wrong(),
		"the H100 or the B200":              notRight(),
		"The H100 draws more than the B200": notRight(),
		"The B200 draws more than the H100": notWrong(),
	})
}

func statement(text, answer string) quarry.Question {
	return quarry.Question{Text: text, Answer: answer, Answered: true, Style: quarry.StyleTrueFalse}
}

// What the model would call correct, and a rule holds back, is no certainty.
func TestWhatIsHeldBackIsNotCertain(t *testing.T) {
	t.Parallel()
	got := judge(t).Judge(open("In which order are the steps done?", "Fetch comes before decode."), "Decode comes before fetch.")
	if got.Verdict != quarry.VerdictUnsure || got.Confidence == 1 || got.JudgedBy != quarry.JudgedByModel {
		t.Errorf("%s by %s, confidence %v: want an unsure model", got.Verdict, got.JudgedBy, got.Confidence)
	}
}
