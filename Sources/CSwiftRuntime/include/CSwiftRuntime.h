#pragma once

// Nothing to call: the target stands for parts of Swift's libraries, and of a package's, that the
// program links from here instead.
