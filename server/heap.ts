import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to four times what is alive before it is collected, V8's own upper bound, from the start. Bodies come
 * in pieces that count as memory: with V8's cautious first steps an upload marks the whole heap every 13 MiB, and that
 * costs more than its hashes.
 */
setFlagsFromString('--heap-growing-percent=300');
