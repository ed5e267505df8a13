// What a build with a sanitizer does of itself: the tests start the program with an environment of
// their own, and read neither what an engine writes nor how it ends. See `Tests/README.md`.

#if __has_feature(address_sanitizer)

const char *__asan_default_options(void) {
  // What a process that ends leaves behind is no fault; `MemoryTests` watch what grows.
  return "detect_leaks=0:log_path=/tmp/mulligan-sanitizer";
}

#endif

#if __has_feature(thread_sanitizer)

const char *__tsan_default_options(void) {
  return "exitcode=0:log_path=/tmp/mulligan-sanitizer";
}

#endif
