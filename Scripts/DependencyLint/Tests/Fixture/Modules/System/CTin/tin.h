static inline int tin_size(void) { return 3; }
