static inline int seeds(void) { return 1 + 1; }
