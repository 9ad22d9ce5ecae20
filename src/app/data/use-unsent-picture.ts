import { useLive } from './use-live.ts';
import { useStoredPicture } from './use-stored-picture.ts';

/**
 * Address of a picture that the person chose for a row and that the server does not have yet.
 *
 * @param field The input of the queued call that carries its SHA-256.
 * @returns undefined if the last unsent change of the row's picture takes it away, or there is none.
 */
export const useUnsentPicture = (rowId: string, field: string): string | undefined => {
  const chosen = useLive(
    async (db) => {
      const entries = await db.outbox.where('state').anyOf('waiting', 'sent').sortBy('order');
      const last = entries.findLast(({ keys, input }) => keys.includes(rowId) && input[field] !== undefined);
      return last?.input[field];
    },
    [rowId, field],
  );
  return useStoredPicture(typeof chosen === 'string' ? chosen : undefined);
};
