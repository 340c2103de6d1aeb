package api

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/openapi"
)

// getContract answers the contract as OpenAPI 3.1.
//
//	@Summary		Read this contract
//	@Description	The contract of this interface as OpenAPI 3.1.
//	@Success		200		{object}	object	"the contract"
//	@Header			200		{string}	ETag			"weak tag for If-None-Match"
//	@x-public		true
//	@Router			/openapi.json [get]
func (s *Server) getContract(c *gin.Context) { serveStatic(c, s.contract31) }

// getContract30 answers the contract as OpenAPI 3.0.
//
//	@Summary		Read this contract as OpenAPI 3.0
//	@Description	The same contract for tools that do not read OpenAPI 3.1.
//	@Success		200		{object}	object	"the contract"
//	@Header			200		{string}	ETag			"weak tag for If-None-Match"
//	@x-public		true
//	@Router			/openapi-3.0.json [get]
func (s *Server) getContract30(c *gin.Context) { serveStatic(c, s.contract30) }

// getContractTools answers the view of the contract for tool hosts.
//
//	@Summary		Read this contract as tools
//	@Description	The part of the contract that a chatbot can use as tools: what reads and computes, with parameters and descriptions that every tool host takes.
//	@Success		200		{object}	object	"the contract"
//	@Header			200		{string}	ETag			"weak tag for If-None-Match"
//	@x-public		true
//	@Router			/openapi-tools.json [get]
func (s *Server) getContractTools(c *gin.Context) { serveStatic(c, s.contractTools) }

// toolsContract names the server in the view for tool hosts where its address is
// known: some take no relative one.
func toolsContract(public string) ([]byte, error) {
	content := openapi.JSONTools()
	if public == "" {
		return content, nil
	}
	var document struct {
		Servers json.RawMessage `json:"servers"`
	}
	if err := json.Unmarshal(content, &document); err != nil {
		return nil, fmt.Errorf("read the contract for tools: %w", err)
	}
	address, err := json.Marshal([]map[string]string{{"url": public}})
	if err != nil {
		return nil, fmt.Errorf("name the server in the contract for tools: %w", err)
	}
	return bytes.Replace(content, document.Servers, address, 1), nil
}

// readContract takes from the contract, once, what the server does by it.
func (s *Server) readContract() error {
	operations, err := openapi.Operations()
	if err != nil {
		return err
	}
	s.Allowed = rest.ReadAllowed(operations)
	if s.Problems, err = explainProblems(operations); err != nil {
		return err
	}
	if s.notices, err = readNotices(operations); err != nil {
		return err
	}
	if s.pages, err = newPages(); err != nil {
		return err
	}
	tools, err := toolsContract(s.config.PublicURL)
	if err != nil {
		return err
	}
	s.contract31 = newStatic(rest.JSONType, openapi.JSON31())
	s.contract30 = newStatic(rest.JSONType, openapi.JSON30())
	s.contractTools = newStatic(rest.JSONType, tools)
	return nil
}
