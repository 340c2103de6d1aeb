# Quarry needs Go and a C compiler, nothing else: `make` lists what there is.
# Written for GNU make 3.81 and later, on Linux and macOS.

# SQLite is C. A Go that cannot find a compiler switches cgo off without a word
# and fails later, so it is switched on here and the compiler is looked for.
export CGO_ENABLED := 1

GO       ?= go
ARGS     ?=
FUZZTIME ?= 1000x
REQUESTS ?= 1000
PREFIX   ?= $(HOME)/.local

# How long the tests of one package may take: Go's own ten minutes are too few for
# cmd/quarry on a busy machine.
TESTTIME ?= 30m

GOLANGCI_VERSION    := v2.15.0
GOVULNCHECK_VERSION := v1.8.0

BIN         := $(CURDIR)/.bin
GOLANGCI    := $(BIN)/golangci-lint-$(GOLANGCI_VERSION)/golangci-lint
GOVULNCHECK := $(BIN)/govulncheck-$(GOVULNCHECK_VERSION)/govulncheck
VULNDB      ?= https://vuln.go.dev

CONTRACTS    := openapi/openapi.json openapi/openapi-3.0.json openapi/openapi-tools.json
CONTRACTLINT := $(BIN)/contractlint
CLIENTTOOLS  := $(BIN)/clients/ts
MCPINSPECTOR := $(BIN)/mcpinspector
PAGETOOLS    := $(BIN)/page

# Modules of their own in this tree; a folder counts once it has a go.mod.
MODULES := $(patsubst %/go.mod,%,$(wildcard tools/go.mod bench/go.mod))

# The peers of bench that are written in C: FTS5 comes with the driver of SQLite,
# and sqlite-vec looks for that driver's header under another name.
PEERS  := sqlite_fts5
DRIVER  = $(shell cd bench && $(GO) list -m -f '{{.Dir}}' github.com/mattn/go-sqlite3)
PEERED  = CGO_CFLAGS="-g -O2 -I$(CURDIR)/bench/include -I$(DRIVER)"

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: compiler
compiler:
	@command -v $(GO) >/dev/null 2>&1 || { \
	  echo "Quarry is built with Go, and there is no '$(GO)' here: see https://go.dev/dl/"; exit 1; }
	@cc=$$($(GO) env CC); command -v $${cc%% *} >/dev/null 2>&1 || { \
	  echo "Quarry needs a C compiler for SQLite, and there is no '$$cc' here. Install one:"; \
	  echo "  Debian, Ubuntu   sudo apt-get install gcc libc6-dev"; \
	  echo "  Fedora           sudo dnf install gcc"; \
	  echo "  Alpine           apk add gcc musl-dev"; \
	  echo "  macOS            xcode-select --install"; \
	  echo "or name another with CC=…"; exit 1; }

.PHONY: run
run: build ## build Quarry and serve the starter corpus (ARGS="--addr 127.0.0.1:9000")
	./bin/quarry serve $(ARGS)

.PHONY: build
build: compiler ## build bin/quarry
	@test -e bin/quarry || echo "The first build compiles SQLite, which takes a minute or two."
	$(GO) build -trimpath -o bin/quarry ./cmd/quarry

.PHONY: install
install: build ## put quarry into PREFIX/bin (PREFIX=~/.local unless told)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 bin/quarry "$(DESTDIR)$(PREFIX)/bin/quarry"

.PHONY: test
test: compiler ## vet and test; needs Go and a C compiler only
	@test -e bin/quarry || echo "The first run compiles SQLite, which takes a minute or two."
	$(GO) vet ./...
	$(GO) test -timeout $(TESTTIME) ./...

.PHONY: test-tools
test-tools: compiler ## vet and test the modules beside the service
	@set -e; for module in $(MODULES); do \
	  echo "$$module:"; (cd $$module && $(PEERED) $(GO) vet -tags $(PEERS) ./... && $(PEERED) $(GO) test -timeout $(TESTTIME) -tags $(PEERS) ./...); done

.PHONY: race
race: compiler ## test with the race detector
	$(GO) test -race -timeout $(TESTTIME) ./...

# What serves, writes and follows side by side; all of it takes far longer.
RACING := Hatch|AcceptedJob|StartsBefore|Waits|TornLockFile|InAServersPlace|BackupOverTheAPI|IsSpan|BesideAWriter

.PHONY: race-server
race-server: compiler ## test what serves with the race detector, in a few minutes
	$(GO) test -race -timeout $(TESTTIME) ./jobs ./feed ./search ./api/...
	$(GO) test -race -timeout $(TESTTIME) ./store/sqlite -run "TwoStores|Beside|Reader|LookUpWaits|FailedSync|Behind"
	$(GO) test -race -timeout $(TESTTIME) ./cmd/quarry/... -run '$(RACING)'

.PHONY: lint
lint: compiler $(GOLANGCI) ## run golangci-lint over every module
	$(GOLANGCI) run ./...
	@set -e; for module in $(MODULES); do \
	  echo "$$module:"; (cd $$module && $(PEERED) $(GOLANGCI) run --config $(CURDIR)/.golangci.yml --build-tags $(PEERS) ./...); done

.PHONY: format
format: $(GOLANGCI) ## format the code (gofumpt, gci)
	$(GOLANGCI) fmt ./...
	@set -e; for module in $(MODULES); do (cd $$module && $(GOLANGCI) fmt --config $(CURDIR)/.golangci.yml ./...); done

.PHONY: generate
generate: ## write the OpenAPI documents from the annotations in api, and the lexicon's data from its YAML
	cd tools && $(GO) run ./openapi -api ../api -out ../openapi
	$(GO) test ./internal/lexicon -run '^TestTheGeneratedFileSaysWhatTheYAMLSays$$' -update

.PHONY: train
train: ## fit the small models to judged cases and print their out-of-fold figures (DATA=folder; see CONTRIBUTING.md)
	@test -n "$(DATA)" || { echo "Name the folder of the judged cases: make train DATA=…"; exit 1; }
	cd tools && $(GO) run ./train -prepare -root ..
	$(MAKE) build
	cd tools && $(GO) run ./train -data "$(abspath $(DATA))" -root .. -quarry ../bin/quarry

.PHONY: drift
drift: ## fail if the OpenAPI documents are not what the annotations say, or changed without a word
	@cd tools && $(GO) run ./openapi -check -api ../api -out ../openapi

.PHONY: contract-record
contract-record: ## record the version of the API, once docs/contract-changelog.md says what changed
	@cd tools && $(GO) run ./openapi -record -api ../api -out ../openapi

.PHONY: contract-linters
contract-linters: $(CONTRACTLINT)/node_modules

.PHONY: contract-lint
contract-lint: contract-linters ## lint the OpenAPI documents with Spectral and Redocly; needs Node.js
	$(CONTRACTLINT)/node_modules/.bin/spectral lint --fail-severity=hint -r tools/contractlint/spectral.yaml $(CONTRACTS)
	@REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
	  $(CONTRACTLINT)/node_modules/.bin/redocly lint --config tools/contractlint/redocly.yaml $(CONTRACTS)

.PHONY: client-tools
client-tools: $(CLIENTTOOLS)/node_modules

.PHONY: clients
clients: compiler client-tools ## walk three journeys with generated clients, and run examples/; needs Node.js
	./.ci/clients

.PHONY: mcp-inspector-tool
mcp-inspector-tool: $(MCPINSPECTOR)/node_modules

.PHONY: mcp-inspect
mcp-inspect: compiler mcp-inspector-tool ## list and call every MCP tool with the inspector; needs Node.js
	./.ci/mcp-inspector $(MCPINSPECTOR)/node_modules/.bin/mcp-inspector-cli

.PHONY: page-tools
page-tools: $(PAGETOOLS)/node_modules

.PHONY: vendor
vendor: page-tools ## bundle the libraries of the page into api/web/vendor; needs Node.js
	node tools/page/vendor.mjs

.PHONY: vendor-drift
vendor-drift: page-tools ## fail if api/web/vendor is not what make vendor writes; needs Node.js
	node tools/page/vendor.mjs --check

.PHONY: test-page
test-page: build page-tools ## try the page in a browser (ONLY=shell: one file); needs Node.js and Chromium
	node tools/page/run.mjs $(ONLY)

.PHONY: vuln
vuln: compiler $(GOVULNCHECK) ## look for known vulnerabilities (asks vuln.go.dev)
	$(GOVULNCHECK) -db $(VULNDB) ./...

.PHONY: fuzz
fuzz: compiler ## fuzz every target for FUZZTIME (1000x: so many inputs), two at a time
	@GO="$(GO)" ./.ci/fuzz "$(FUZZTIME)"

.PHONY: property
property: compiler ## ask every operation REQUESTS (1000) valid and as many wild requests
	$(GO) test -timeout $(TESTTIME) ./cmd/quarry -run '^TestPropertiesOfEveryOperation$$' -property.requests=$(REQUESTS)

.PHONY: faults
faults: compiler ## inject every fault of a disk into every operation (ONLY=write/eio/once/17: one of them)
	cd cmd/quarry && $(GO) test -timeout 3h -parallel 16 -run '^TestFaults$(if $(ONLY),$$/^$(subst /,$$/^,$(ONLY))$$,|FailedSync)' -faults.all

.PHONY: bench
bench: compiler ## measure Quarry against its peers, as ratios in one run
	cd bench && $(PEERED) $(GO) run -tags $(PEERS) . $(ARGS)
	$(if $(ARGS),,cd bench && $(GO) run ./load --entries 100000 page)

.PHONY: bench-page
bench-page: compiler ## tell how long a person waits for the page at 100,000 entries
	cd bench && $(GO) run ./load --entries 100000 page

.PHONY: load
load: compiler ## put Quarry under load beside a bare handler; needs wrk, but for ARGS=crowd (ARGS="--duration 10s search")
	cd bench && $(GO) run ./load $(ARGS)

.PHONY: microbench
microbench: compiler ## run the benchmarks beside the code
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: release
release: compiler ## build what a release consists of into dist/, for three systems; needs Debian's compilers (ARGS=linux/arm64)
	./.ci/release $(ARGS)

.PHONY: docker
docker: ## build the container image quarry:latest
	docker build --build-arg VERSION="$$(git describe --tags --always --dirty)" -t quarry:latest .

.PHONY: image
image: ## build the image with Podman and run it as the compose file says; needs root and Debian
	./.ci/image

.PHONY: clean
clean: ## remove what make built (never your data)
	rm -rf bin .bin dist

# Installed by version, into a folder that names it: another version is another
# folder. No tool is a dependency of the service.
$(GOLANGCI):
	GOBIN=$(dir $@) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)

$(GOVULNCHECK):
	GOBIN=$(dir $@) $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)

# Outside the tree of Go packages, from the lock file, and without running any
# package's install scripts.
$(BIN)/%/node_modules: tools/%/package.json tools/%/package-lock.json
	mkdir -p $(@D)
	cp $^ $(@D)
	cd $(@D) && npm ci --ignore-scripts --no-audit --no-fund
	touch $@
