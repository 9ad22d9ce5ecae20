import type { Me } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { SharedRead } from '../data/shared-read.ts';

let shared: { db: AccountDatabase; read: SharedRead<Me | undefined> } | undefined;

/** The account's own row, live; each route guard reads it before the screen is shown. */
export const personOf = (db: AccountDatabase, userId: string): SharedRead<Me | undefined> => {
  if (shared?.db !== db) shared = { db, read: new SharedRead(() => db.me.get(userId)) };
  return shared.read;
};
