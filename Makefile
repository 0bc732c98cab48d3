# Targets for development. They need make, Go 1.26 and a C compiler with the headers of libc; Go
# downloads the pinned modules. Targets that need more say so and do without it.

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    ?= 60s
RUNS        ?= 3

# Of the program and of the bundle for Protégé; it stands nowhere else.
VERSION      = 0.1.0

.PHONY: build test quick-test lint bench bench-go bench-peers fuzz fuzz-reasoner clean

build: ## bin/box2el-owl
	$(GO) build -trimpath -ldflags "-X main.version=$(VERSION)-dev" -o bin/box2el-owl ./cmd/box2el-owl

# What runs on several threads, and so is tested with the race detector: saturation and a Reasoner asked by many, names of
# entities, the read-ahead of compressed files, the store, the ontologies that clients keep open, jobs, the server, and the commands,
# which end at a signal.
RACE_REASONER = SameBytes|Cancel|AgainstNaive|TestOracle$$|Hostile|Concurrent|Open
RACE_RDFIO = ReadAhead|GzipMembers|GzipFaults|Progress|ImportsCancelled
RACE_CMD   = Scripts
RACE_WORKSPACE = Concurrent|Life
RACE_API   = Events|Cancel|Restart|ManyClients|Goroutines

test: tools ## every test; the concurrent parts also with the race detector, the reasoner also with its own checks
	$(GO) vet ./...
	$(GO) test -race -short -run '$(RACE_REASONER)' ./reasoner/...
	$(GO) test -tags invariants -short ./reasoner
	$(GO) test -race -short -run 'Names' ./owl
	$(GO) test -race -short -run '$(RACE_RDFIO)' ./rdfio/...
	$(GO) test -race -short -run '$(RACE_CMD)' ./cmd/...
	$(GO) test -tags noasm -short ./embed/internal/kernel
	$(GO) test -race -short ./db -kills 8
	$(GO) test -tags modernc -short ./db
	$(GO) test -race -short -run '$(RACE_WORKSPACE)' ./workspace
	$(GO) test -race ./jobs
	$(GO) test -race -run '$(RACE_API)' ./api
	CGO_ENABLED=0 $(GO) test -short -run '$(RACE_CMD)' ./cmd/...
	GOARCH=arm64 CGO_ENABLED=0 $(GO) vet ./embed/... ./db
	@$(MAKE) --no-print-directory quick-test

quick-test: tools ## every test, without the race detector and the other builds
	GO="$(GO)" $(GO) run ./internal/testrun -timeout 20m ./...

lint: ## formatting, vet, staticcheck
	@unformatted=$$(gofmt -l . | grep -v '^\.git/' || true); \
	if [ -n "$$unformatted" ]; then echo "gofmt -w these:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

.PHONY: generated
generated: ## fails where a generated file is not what its generator writes
	$(GO) generate ./embed/internal/kernel ./api/contract
	git diff --exit-code -- embed/internal/kernel api/contract

bench: bench-go bench-peers ## Go benchmarks, then whole processes beside the peers

bench-go:
	$(GO) test -run '^$$' -bench . -benchmem ./...

bench-peers: build ## RUNS=n runs of each command, in turn with its peer
	RUNS=$(RUNS) bench/peers.sh

fuzz: fuzz-reasoner ## random cases of the reasoner, then every fuzz target, FUZZTIME each
	@for package in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
	    echo "== $$package $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$package || exit 1; \
	  done; \
	done

# 140 times the usual number: 112,000 random ontologies and 56,000 with more data, each at 1, 2 and 8 workers against the naive
# saturation; of edit scripts, queries and verdicts, which are compared with runs from scratch, 10,000, 4,000 and 4,000.
# A failure prints its seed, and the ontology or script when it has been cut down.
fuzz-reasoner:
	$(GO) test -timeout 0 -run 'AgainstNaive' -cases 140 ./reasoner
	$(GO) test -timeout 0 -run 'Apply|Query|Judge|Layers' -cases 10 ./reasoner
	$(GO) test -timeout 0 -run 'Oracle' -everything ./reasoner/explain
	$(GO) test -timeout 0 -run 'AgainstJudge' -goals 100000 ./reasoner/explain

.PHONY: tools
tools: # check what the tests need, before the long part
	@command -v $(GO) >/dev/null || { echo "go is not installed: see https://go.dev/dl (1.26 or later)"; exit 1; }
	@need=$$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' go.mod); have=$$($(GO) env GOVERSION | sed 's/^devel //'); \
	echo "go$$need $$have" | awk -F'[ .]' '{ sub(/^go/, "", $$1); sub(/^go/, "", $$3); exit !($$3+0 > $$1+0 || $$3+0 == $$1+0 && $$4+0 >= $$2+0) }' || \
	{ echo "Go $$need or later is needed, this is \"$$have\": see https://go.dev/dl"; exit 1; }
	@[ "$$($(GO) env CGO_ENABLED)" = 1 ] || \
	{ echo "cgo is off, and the race detector needs it: install gcc (Debian: apt-get install gcc libc6-dev), and do not set CGO_ENABLED"; exit 1; }
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	echo '#include <stdlib.h>' > "$$dir/one.c" && echo 'int main(void) { return EXIT_SUCCESS; }' >> "$$dir/one.c" && \
	$$($(GO) env CC) -o "$$dir/one" "$$dir/one.c" || \
	{ echo "$$($(GO) env CC) does not compile a program of two lines: install a C compiler and the headers of libc (Debian: apt-get install gcc libc6-dev)"; exit 1; }

# RELEASES is the address of the folder in which the folders of versions will be; KEY signs SHA256SUMS.
RELEASES ?= https://box2el.example/releases

# The jars for Protégé and ROBOT want a JDK (11 or later) and Maven; Debian: apt-get install maven openjdk-17-jdk-headless.
.PHONY: plugin robot protege-test protege-bundle fetch release man rehearse
plugin: ## dist/box2el-protege.jar, the panel for Protégé, with its own tests
	@command -v mvn >/dev/null && command -v javac >/dev/null || { echo "note: no Maven or no JDK; the Protégé plugin is not built"; exit 0; }; \
	mvn -q -B -f plugin-protege/pom.xml -Drevision=$(VERSION) -Dreleases=$(RELEASES) package && mkdir -p dist && cp plugin-protege/target/box2el-protege.jar dist/

robot: ## dist/box2el-robot.jar, the commands for ROBOT
	@command -v mvn >/dev/null && command -v javac >/dev/null || { echo "note: no Maven or no JDK; the ROBOT plugin is not built"; exit 0; }; \
	mvn -q -B -f release/robot/pom.xml -Drevision=$(VERSION) package && mkdir -p dist && cp release/robot/target/box2el-robot.jar dist/

protege-test: build protege-bundle ## the panel in a real Protégé, end to end
	plugin-protege/e2e/run.sh

protege-bundle: plugin ## dist/VERSION-OS-ARCH: what make release makes for this platform, with the zip to be unpacked over Protégé's folder
	GO="$(GO)" release/release.py $(VERSION) --only $$($(GO) env GOOS)-$$($(GO) env GOARCH)

# Maven's dependency:go-offline does not fetch all that a build reads, so both jars are built.
fetch: plugin robot ## what make release needs from the network; afterwards it works without
	$(GO) mod download

release: plugin robot ## dist/VERSION: archives, wheels, packages, image, recipes, checksums, SBOM for six platforms; wants Python 3.9
	GO="$(GO)" release/release.py $(VERSION) --from $(RELEASES) $(if $(KEY),--key $(KEY))

man: build ## bin/box2el-owl.1, the manual that packages have
	cd release && python3 -B -c 'import release; open("../bin/box2el-owl.1", "wb").write(release.manual("../bin/box2el-owl"))'

rehearse: ## make release, then each step of docs/install.md in an empty place; Windows by Wine, arm64 by qemu
	release/rehearse.sh $(VERSION)

clean:
	rm -rf bin dist plugin-protege/target plugin-protege/e2e/*/target release/robot/target
