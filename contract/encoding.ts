/** Encoding statuses. Source: UPL-010…UPL-013, D-109. */
export const ENCODING = {
  queued: 0,
  assembling: 1,
  checking: 2,
  encoding: 3,
  done: 4,
  chunksMissing: -1,
  notReadable: -2,
  storageFailure: -3,
  timedOut: -4,
  encodingError: -5,
} as const;
