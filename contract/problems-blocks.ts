import { kinds } from './problem-kinds.ts';
import { BLOCKS_MAX } from './limits.ts';

/** Problems of blocks between people. Source: decision 0123. */
export const blockProblems = kinds({
  'rating.comment_blocked': {
    status: 403,
    field: 'comment',
    message: () => 'You cannot comment on this. Your stars count alone: discard this and rate it without a comment.',
  },
  'block.self': { status: 403, message: () => 'You cannot block yourself.' },
  'block.enough': {
    status: 409,
    message: () =>
      `You can block ${BLOCKS_MAX} people. Unblock somebody first: open Blocked people in Account Settings.`,
  },
});
