import { useState } from 'react';
import { useLive } from '../data/use-live.ts';

/**
 * Whether this device has reported something that the shown answer does not have yet: a report waits, or was sent since the
 * page was opened. One that was refused is none.
 *
 * @param id Of what is reported: the call's input names it.
 */
export const useIsReported = (call: 'reports.content' | 'reports.person', id: string): boolean => {
  const isQueued = useLive(
    async (db) =>
      (await db.outbox
        .filter((entry) => entry.call === call && entry.state !== 'refused' && Object.values(entry.input).includes(id))
        .count()) > 0,
    [call, id],
  );
  const [wasQueued, setWasQueued] = useState(false);
  const isRefused = useLive(
    async (db) =>
      (await db.outbox
        .filter((entry) => entry.call === call && entry.state === 'refused' && Object.values(entry.input).includes(id))
        .count()) > 0,
    [call, id],
  );
  if (isQueued && !wasQueued) setWasQueued(true);
  return isQueued === true || (wasQueued && isRefused === false);
};
