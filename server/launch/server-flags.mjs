// @ts-check
/**
 * Node flags of the server. V8's young generation grows to 67 MB under load; with this limit a long upload took 27 MB
 * instead of 62 (F3, one run). It has no effect when set after the start of Node.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];
