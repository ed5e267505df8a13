#pragma once

// Nothing to call: the target stands for parts of Swift's libraries that a static program links from
// here, since the linker takes a name from the first object that has it.
