// Where a page's script puts a request, and where it finds the answer.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Copies the answer to where the script reads it, until the next request.
void lp_answered(const uint8_t *_Nonnull bytes, size_t count);
/// Answers a request: made in Swift.
void lp_answer(const uint8_t *_Nonnull bytes, size_t count);
