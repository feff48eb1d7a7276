// A shared library that is not a backend module.
extern "C" int speedqa_nothing() {
    return 0;
}
