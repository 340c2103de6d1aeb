// Package answer judges free answers.
package answer
