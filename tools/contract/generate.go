package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3conv"
	"github.com/swaggo/swag"
)

// ownPackageOnly keeps swag out of the dependencies: what the interface shows
// is declared beside its handlers.
const ownPackageOnly = 0

// version31 is what Upgrade is held to: it stamps the newest version that it
// knows, which tools in the field do not.
const version31 = "3.1.1"

// Contract is the documents, which describe the same interface.
type Contract struct {
	V30   []byte // OpenAPI 3.0.3
	V31   []byte // OpenAPI 3.1.1
	Tools []byte // the view of V31 for tool hosts
}

// tree is a JSON object as encoding/json reads it.
type tree = map[string]any

// Sources is what the contract is made from.
type Sources struct {
	Folder   string // of the annotated package; those below it are read too
	Info     string // the file in it that holds the general annotations
	Problems string // the file that explains the codes of problems; "" for none
}

// Generate runs all stages. It runs the go command.
func Generate(ctx context.Context, from Sources) (Contract, error) {
	swagger, err := parse(from.Folder, from.Info)
	if err != nil {
		return Contract{}, fmt.Errorf("parse the annotations: %w", err)
	}
	known, err := readProblems(from.Problems)
	if err != nil {
		return Contract{}, fmt.Errorf("read what explains the problems: %w", err)
	}
	v30, err := convert(swagger, known)
	if err != nil {
		return Contract{}, fmt.Errorf("convert to OpenAPI 3.0: %w", err)
	}
	if err := check(ctx, v30); err != nil {
		return Contract{}, fmt.Errorf("check OpenAPI 3.0: %w", err)
	}
	v31, err := upgrade(v30)
	if err != nil {
		return Contract{}, fmt.Errorf("upgrade to OpenAPI 3.1: %w", err)
	}
	if err := check(ctx, v31); err != nil {
		return Contract{}, fmt.Errorf("check OpenAPI 3.1: %w", err)
	}
	tools, err := ForTools(v31)
	if err != nil {
		return Contract{}, fmt.Errorf("make the view for tools: %w", err)
	}
	if err := check(ctx, tools); err != nil {
		return Contract{}, fmt.Errorf("check the view for tools: %w", err)
	}
	return Contract{V30: v30, V31: v31, Tools: tools}, nil
}

// quiet drops swag's progress report: what is wrong comes back as an error.
type quiet struct{}

// Printf prints nothing.
func (quiet) Printf(string, ...any) {}

// parse reads the annotations of a folder, and of those below it, into Swagger 2.0. What swag would
// print as a warning (a route declared twice) is an error here.
func parse(folder, info string) (tree, error) {
	reader := swag.New(
		swag.SetStrict(true),
		swag.SetDebugger(quiet{}),
	)
	whole, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(whole, info)); err != nil {
		return nil, err // swag panics over a folder that is not there
	}
	if err := reader.ParseAPI(whole, info, ownPackageOnly); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(reader.GetSwagger())
	if err != nil {
		return nil, err
	}
	swagger, err := decode(raw)
	if err != nil {
		return nil, err
	}
	return swagger, nameOperations(swagger, whole)
}

// nameOperations calls every operation that has no @ID as the function below its annotation.
func nameOperations(swagger tree, folder string) error {
	route := regexp.MustCompile(`@Router\s+(\S+)\s+\[(\w+)\]`)
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if !ok {
				continue
			}
			for _, of := range route.FindAllStringSubmatch(function.Doc.Text(), -1) {
				operation, name := childTree(childTree(childTree(swagger, "paths"), of[1]), of[2]), function.Name.Name
				if operation["operationId"] == nil {
					operation["operationId"] = strings.ToLower(name[:1]) + name[1:]
				}
			}
		}
		return nil
	})
}

// convert turns Swagger 2.0 into OpenAPI 3.0.3.
func convert(swagger tree, known problems) ([]byte, error) {
	swagger["consumes"] = []any{"application/json"} // where an annotation says nothing else
	keepParameterExamples(swagger)
	raw, err := json.Marshal(swagger)
	if err != nil {
		return nil, err
	}
	var old openapi2.T
	if err := json.Unmarshal(raw, &old); err != nil {
		return nil, err
	}
	document, err := openapi2conv.ToV3(&old)
	if err != nil {
		return nil, err
	}
	root, err := treeOf(document)
	if err != nil {
		return nil, err
	}
	if err := repair30(root); err != nil {
		return nil, err
	}
	lendExamples(root)
	if err := sayDeprecated(root); err != nil {
		return nil, err
	}
	if err := known.explain(root); err != nil {
		return nil, err
	}
	saySecurity(root)
	return encode(root)
}

// upgrade turns OpenAPI 3.0.3 into OpenAPI 3.1.1.
func upgrade(v30 []byte) ([]byte, error) {
	root, err := decode(v30)
	if err != nil {
		return nil, err
	}
	spellOutNull(root)
	raw, err := json.Marshal(root)
	if err != nil {
		return nil, err
	}
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return nil, err
	}
	openapi3conv.Upgrade(document)
	document.OpenAPI = version31
	root, err = treeOf(document)
	if err != nil {
		return nil, err
	}
	walk(root, wordsStandBesideReferences)
	saySecurity(root)
	return encode(root)
}

// check validates one document with its examples, defaults and patterns.
func check(ctx context.Context, raw []byte) error {
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return err
	}
	return document.Validate(ctx, openapi3.EnableSchemaFormatValidation(), openapi3.EnableExamplesValidation())
}

// encode writes a document so that equal documents are equal bytes.
func encode(root tree) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func treeOf(document *openapi3.T) (tree, error) {
	raw, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	return decode(raw)
}

// decode keeps numbers as they are written: 20 must not come back as 2e+01.
func decode(raw []byte) (tree, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var root tree
	if err := decoder.Decode(&root); err != nil {
		return nil, err
	}
	return root, nil
}
