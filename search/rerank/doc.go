// Package rerank lets a model read a query and each text together, at any server that speaks
// the /rerank of Jina and Cohere (llama.cpp, vLLM, a hosted one) or that of TEI. It promises
// that a score belongs to the text that it is returned for, that every text has one, and that
// the same query and texts score the same as long as they are among the last that were asked.
package rerank
