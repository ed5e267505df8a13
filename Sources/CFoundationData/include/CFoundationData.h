#pragma once

// Nothing to call: the target stands for data that is left out.
