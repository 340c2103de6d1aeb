package quarry

import (
	"errors"
	"fmt"
)

// Kind says what went wrong in terms a caller can act on.
type Kind uint8

// The kinds. The zero value is a fault of ours.
const (
	KindInternal Kind = iota
	KindInvalid
	KindNotFound
	KindConflict
	KindUnsupported
	KindUnavailable
	KindExpired
	KindTooLarge
	KindForbidden
	KindMisdirected
	KindMethod
	KindUnauthorized // the caller gave no key, or none that is known
	KindLimited      // too much in too short a time
	KindFull         // no room on the disk
)

// Kinds returns every kind.
func Kinds() []Kind {
	return []Kind{
		KindInternal, KindInvalid, KindNotFound, KindConflict, KindUnsupported, KindUnavailable, KindExpired,
		KindTooLarge, KindForbidden, KindMisdirected, KindMethod, KindUnauthorized, KindLimited, KindFull,
	}
}

// Code is the name that a failure of this kind has for programs where the failure brings
// none of its own.
func (k Kind) Code() string {
	switch k {
	case KindInvalid:
		return "invalid_request"
	case KindNotFound:
		return "not_found"
	case KindConflict:
		return "conflict"
	case KindUnsupported:
		return "unsupported_media_type"
	case KindUnavailable:
		return "unavailable"
	case KindExpired:
		return "expired"
	case KindTooLarge:
		return "too_large"
	case KindForbidden:
		return "forbidden"
	case KindMisdirected:
		return "misdirected_host"
	case KindMethod:
		return "method_not_allowed"
	case KindUnauthorized:
		return "key_missing"
	case KindLimited:
		return "rate_limited"
	case KindFull:
		return "disk_full"
	case KindInternal:
	}
	return "internal"
}

// Error is a failure with a kind and a message that a caller may read. Its
// cause is for the log only.
type Error struct {
	Kind    Kind
	Code    string // stable name of the problem, such as "cursor_expired"; empty means the kind's own
	Message string
	Fields  []FieldError
	Fixes   []string // values or calls that would have worked
	Cause   error
}

// FieldError says what is wrong with one parameter or one field of a body.
type FieldError struct {
	Field   string
	Message string
}

// Errorf builds an Error from a message meant for the caller.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Because adds the cause, which is logged and never shown.
func (e *Error) Because(cause error) *Error {
	next := *e
	next.Cause = cause
	return &next
}

// WithCode names the problem for programs.
func (e *Error) WithCode(code string) *Error {
	next := *e
	next.Code = code
	return &next
}

// OnField names the parameter or field that is at fault.
func (e *Error) OnField(field, message string) *Error {
	next := *e
	next.Fields = append(append([]FieldError{}, e.Fields...), FieldError{Field: field, Message: message})
	return &next
}

// WithFixes adds what would have worked.
func (e *Error) WithFixes(fixes ...string) *Error {
	next := *e
	next.Fixes = append(append([]string{}, e.Fixes...), fixes...)
	return &next
}

// Error returns message and cause, for the log.
func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.Cause.Error()
}

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.Cause }

// Explain returns what may be shown to a caller. An error of any other type is
// internal, and its text stays with us.
func Explain(err error) *Error {
	if known, ok := errors.AsType[*Error](err); ok && known.Kind != KindInternal {
		shown := *known
		shown.Cause = nil
		return &shown
	}
	return &Error{Kind: KindInternal, Message: "internal error"}
}

// UnconfirmedError is the cause of a failure that may be none: what was to be stored could
// not be synced, and may be there at the next start all the same. What it refers to is
// needed until then.
type UnconfirmedError struct{ Cause error }

// Error returns the message of the cause.
func (e *UnconfirmedError) Error() string { return "not confirmed: " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *UnconfirmedError) Unwrap() error { return e.Cause }

// IsUnconfirmed reports whether what failed may have been done all the same.
func IsUnconfirmed(err error) bool {
	_, ok := errors.AsType[*UnconfirmedError](err)
	return ok
}

// IsKind reports whether err, or an error that it wraps, is of this kind.
func IsKind(err error, kind Kind) bool {
	known, ok := errors.AsType[*Error](err)
	return ok && known.Kind == kind
}
