#pragma once

/// How many tests run at once: twice as many as the machine has processors.
int test_threads_count(void);
