#include "seeds.h"
