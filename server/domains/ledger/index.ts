// The books: double entry, added to and never changed. No calls of its own. Source: decision 0079.

export { percentOf, shareOf, splitByLargestRemainder, type Weight } from './amounts.ts';
export {
  checkBooks,
  findDifferences,
  LedgerConflict,
  post,
  readBalance,
  reverse,
  type Cause,
  type Entry,
  type Line,
} from './post.ts';
