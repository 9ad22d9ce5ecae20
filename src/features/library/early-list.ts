import type { LibraryContent } from '#contract/rows.ts';
import { within } from '#store/within.ts';
import type { AccountDatabase } from '#store/database.ts';
import { isFirstPage } from '#app/navigation/first-page.ts';
import { EVERYTHING, readContentIds, readNewest } from './content-query.ts';

/** The start of a Library: the ids of all its contents, and the rows of the first screen. */
export interface EarlyList {
  scope: string;
  ids: readonly string[];
  first: LibraryContent[];
}

/** Longest wait for it while the document shows its static content, ms. */
const WAIT_MAX_MS = 2_000;

let early: EarlyList | undefined;

/**
 * Reads the list before the first page of a document is drawn, so that its first drawing shows it: on a slow device a read
 * that begins with the page ends behind a skeleton. Resolves without it if the read takes too long or fails: the page then
 * reads for itself. Source: design §5.
 */
export const listKnown = async (db: AccountDatabase, scope: string): Promise<void> => {
  if (!isFirstPage()) return;
  const read = db.transaction('r', db.contents, () =>
    Promise.all([readContentIds(db, scope, EVERYTHING), readNewest(db, scope)]),
  );
  const [ids, first] = (await within(read, WAIT_MAX_MS, undefined)) ?? [];
  // Without rows the page has to find out whether they are only not here yet.
  if (ids?.length && first) early = { scope, ids, first };
};

/** What `listKnown` has read for the page that is about to be drawn. */
export const earlyList = (scope: string): EarlyList | undefined => (early?.scope === scope ? early : undefined);

/** Forgets what was read: a page that is drawn reads for itself, and keeps up with changes. */
export const dropEarlyList = (): void => {
  early = undefined;
};
