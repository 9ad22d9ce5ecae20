import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Nothing, text } from './patterns.ts';

const rows = { changes: [{ table: 'blocks', by: 'personId' }] } as const;

/**
 * `name` and `userPhoto` are what the device shows until the server's row is there; the server reads the person itself.
 * Source: decision 0123.
 */
export const block = defineCall({
  id: 'blocks.block',
  method: 'PUT',
  path: '/blocks/{personId}',
  may: 'registered',
  input: v.object({ personId: Id, name: text(1, 200), userPhoto: v.optional(v.nullable(text(1, 500)), null) }),
  output: Nothing,
  problems: ['block.self', 'block.enough', 'access.not_found'],
  offline: 'queue',
  queued: {
    label: { named: 'Block {name}', unnamed: 'Block a person' },
    refused: { withReason: 'Not blocked: {reason}', withoutReason: 'The person was not blocked.' },
    shownAt: 'outbox',
    rows,
  },
  summary: 'Blocks a person; a second time changes nothing. The person is not told',
});
/** Allowed to everybody who signed in, and answered the same whether there was a block or not. */
export const unblock = defineCall({
  id: 'blocks.unblock',
  method: 'DELETE',
  path: '/blocks/{personId}',
  may: 'registered',
  input: v.object({ personId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: { label: { named: 'Unblock {name}', unnamed: 'Unblock a person' }, shownAt: 'outbox', rows },
  summary: 'Ends an own block of a person',
});
