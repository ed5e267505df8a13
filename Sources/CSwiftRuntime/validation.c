// In debug builds swift-argument-parser checks how a command is declared each time it looks at its
// options, and again for each group of options in another one: a quarter of the time that tests
// spend in the program. The linker puts this in the place of the check (`--wrap`); `PlainVerbTests`
// has every verb checked.

#ifdef DEBUG

void skip_validation(void)
    __asm__("__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ");

// Its error register stays as it was: nothing is thrown.
void skip_validation(void) {}

#endif
