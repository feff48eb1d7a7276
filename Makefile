# speedqa in two commands: `make run` scores a real clip, `make test` proves the scores right. `make help` lists the rest.

BUILD ?= build
PRESET ?= default
REF ?=
DIS ?=
ARGS ?=
JOBS ?= $(shell nproc)

.PHONY: help run test test-full sycl-environment sanitize bench format check-format install-dependencies build clean

help:
	@echo "make run                      build, score a real clip, show the scores"
	@echo "make run REF=a.mp4 DIS=b.mp4  the same with your own clips; ARGS='--preset vmaf_v1_3d0h' adds options"
	@echo "make test                     every test that takes seconds: bits, tool, packages"
	@echo "make test-full                the exhaustive ones too: minutes to hours"
	@echo "make sycl-environment         install the SYCL runtime (1.3 GB): later builds have the SYCL backend"
	@echo "make sanitize                 the tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make bench                    time the library; VMAF=path runs libvmaf's tool side by side"
	@echo "make format, make check-format"

install-dependencies:
	@sh scripts/install_dependencies.sh

build: install-dependencies
	@cmake --preset $(PRESET) -B $(BUILD) $(CMAKE_ARGS) >$(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; exit 1; }
	@cmake --build $(BUILD) -j $(JOBS)

run: build
	@sh scripts/run.sh "$(BUILD)/src/cli/speedqa" "$(REF)" "$(DIS)" $(ARGS)

test: PRESET = dev
test: build
	@ctest --test-dir $(BUILD) -LE full -j $(JOBS) --output-on-failure --no-tests=error $(CTEST_ARGS)

test-full: PRESET = dev
test-full: build
	@ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure --no-tests=error $(CTEST_ARGS)

sycl-environment:
	@sh scripts/sycl_environment.sh

sanitize:
	@$(MAKE) build PRESET=sanitize BUILD=build-sanitize
	@ctest --test-dir build-sanitize -LE 'full|slow' -j $(JOBS) --output-on-failure --no-tests=error $(CTEST_ARGS)

bench: PRESET = default
bench: build
	@sh scripts/bench.sh "$(BUILD)" "$(VMAF)"

format check-format:
	@sh scripts/format.sh $@

clean:
	@rm -rf build build-sanitize *.configure.log
