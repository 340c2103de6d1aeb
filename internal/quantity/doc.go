// Package quantity reads numbers, in digits and in words, and the units behind them.
package quantity
