// Package entail asks a model how an answer stands to each of some key points: any server
// that speaks the /v1/chat/completions of OpenAI. It promises that what it returns is one of
// three verdicts for each point, whatever the answer says to the model, and that no verdict
// but absent stands without words of the answer. What a server does not answer so is an
// error, and neither the key nor a text gets into it.
package entail
