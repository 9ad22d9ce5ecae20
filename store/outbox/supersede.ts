import type { Call } from '#contract/call.ts';
import { writeRows } from '../room.ts';
import type { AccountDatabase } from '../database.ts';

/**
 * Deletes earlier changes of a row that the newest one of the same call makes needless, such as the former places of a video.
 * Only for calls whose last input says everything about the row: then it does not matter whether the server has got an
 * earlier one, and one that is being sent just now may go too: its answer has no entry to mark.
 *
 * @param by The input that names the row.
 */
export const supersede = (db: AccountDatabase, call: Call, by: string, rowId: string): Promise<void> =>
  writeRows(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const own = (await db.outbox.orderBy('order').toArray()).filter(
        (entry) => entry.call === call.id && entry.state === 'waiting' && entry.input[by] === rowId,
      );
      await db.outbox.bulkDelete(own.slice(0, -1).map(({ id }) => id));
    }),
  );
