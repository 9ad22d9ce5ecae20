import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to four times the live memory before a collection, which is V8's own upper bound, from the start.
 * Parts of request bodies count as memory: with V8's small first steps an upload marks the whole heap every 13 MiB, which
 * costs more than hashing it.
 */
setFlagsFromString('--heap-growing-percent=300');
