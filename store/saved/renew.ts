import { readDetail } from '#contract/watch.ts';
import { fetchAnswer } from '../answers.ts';
import { CallError } from '../api.ts';
import type { SavedMedia } from '../database.ts';
import { deleteCopy } from './copies.ts';
import type { Fetcher } from './fetch-copy.ts';
import { leaseEndMs, leaseNowMs, newLease } from './lease.ts';
import { renewShown } from './shown.ts';

/** A lease is renewed this often while there is a network, ms. */
const RENEW_EVERY_MS = 24 * 3_600_000;

/** Whether the server should be asked about a copy now: once a day, at the end of the lease, and after a change of access. */
const isDue = ({ lease }: SavedMedia, all: boolean): boolean => {
  if (!lease) return false;
  const nowMs = leaseNowMs(lease);
  return all || nowMs - lease.checkedAtMs >= RENEW_EVERY_MS || nowMs >= leaseEndMs(lease);
};

/**
 * Renews the leases of the copies on this device. A copy whose right has ended is deleted, on the server's word only: a
 * device's clock that is wrong must not cost a download.
 *
 * @param all Asks about all copies, because a subscription has changed.
 * @returns How many copies were deleted.
 * @throws CallError if the server could not be asked.
 */
export const renewLeases = async (
  { db, userId }: Pick<Fetcher, 'db' | 'userId'>,
  signal: AbortSignal,
  { all = false }: { all?: boolean } = {},
): Promise<number> => {
  let ended = 0;
  const ids = (await db.savedMedia.toArray()).filter((row) => isDue(row, all)).map(({ id }) => id);
  for (const publishedId of ids) {
    const detail = await fetchAnswer(db, userId, readDetail, { publishedId }, signal).catch((error: unknown) => {
      if (error instanceof CallError && error.kind === 'refused' && (error.status === 404 || error.status === 403))
        return undefined;
      throw error;
    });
    if (!detail || detail.locked) {
      await deleteCopy(db, publishedId);
      ended += 1;
    } else await renewShown(db, publishedId, { lease: newLease(detail.accessEndsAt), detail });
  }
  return ended;
};
