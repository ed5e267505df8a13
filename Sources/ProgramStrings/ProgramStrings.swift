// The program's sentences. `Localizable` is made of the catalog beside this file when the target is
// built (Sources/CompileStrings).
