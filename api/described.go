package api

import "github.com/quarrykb/quarry/openapi"

// described is what a server reads off its contract, once.
type described struct {
	allowed  allowedParameters
	problems map[string]ProblemTypeView // by code
	notices  map[string]notices         // by method and pattern
	pages    pages
}

func describe() (described, error) {
	operations, err := openapi.Operations()
	if err != nil {
		return described{}, err
	}
	explained, err := explainProblems(operations)
	if err != nil {
		return described{}, err
	}
	deprecated, err := readNotices(operations)
	if err != nil {
		return described{}, err
	}
	shown, err := newPages()
	if err != nil {
		return described{}, err
	}
	return described{readAllowed(operations), explained, deprecated, shown}, nil
}
