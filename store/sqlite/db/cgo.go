//go:build !cgo

package db

// SQLite is C. Without cgo, which Go also switches off when it finds no C
// compiler, the driver has nothing in it; this line says so before the
// driver's own missing names do.
var _ = Quarry_needs_cgo_and_a_C_compiler_set_CGO_ENABLED_1_and_install_gcc
