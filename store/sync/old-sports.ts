import type { Sport } from '#contract/sports.ts';
import type { AccountDatabase } from '../database.ts';

/** How long a list of sports counts as new, ms. Source: D-326. */
const SPORTS_FRESH_MS = 24 * 3_600_000;

/**
 * Lets the device's lists of sports count as old if rows of the server name another type of a sport: an operator has changed it, and the
 * lists would show the former one for up to a day. They stay readable without a network. Runs in the transaction of a pull.
 *
 * @param rows Rows of `subscriptions` or `sportInterests`. Source: decision 0126.
 */
export const outdateSports = async (
  db: AccountDatabase,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const oldAtMs = Date.now() - SPORTS_FRESH_MS;
  // By name: the schemas of the call are no part of a pull.
  for (const { key, answer, fetchedAtMs } of await db.answers.where('call').equals('sports.list').toArray()) {
    // As an older build may have stored it: it is only compared.
    const listed = (answer as { results?: Partial<Sport>[] } | null)?.results;
    if (fetchedAtMs <= oldAtMs || !Array.isArray(listed)) continue;
    const isOther = rows.some((row) =>
      listed.some(({ id, sportType }) => id === row['sportId'] && sportType !== row['sportType']),
    );
    if (isOther) await db.answers.update(key, { fetchedAtMs: oldAtMs });
  }
};
