// Package openai embeds texts at any endpoint that speaks the /v1/embeddings of
// OpenAI: Ollama, llama.cpp, vLLM, TEI or a hosted one. It promises that a vector
// belongs to the text it is returned for, that all of them have one length and
// hold finite numbers only, and that neither the key nor a text gets into an
// error. An endpoint that does not do its part is quarry.KindUnavailable.
package openai
