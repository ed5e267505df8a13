#pragma once

#include <notmuch.h>
