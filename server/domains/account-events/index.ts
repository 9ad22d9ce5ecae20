import type { AccountEventKind } from '#contract/account-events.ts';
import { newId } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';

export { deviceLabel } from './device-label.ts';

/** Something that happened to an account and that its owner can read in the account history. */
export interface AccountEvent {
  userId: string;
  kind: AccountEventKind;
  /** The `User-Agent` header of the device; the history shows it as a label such as "Chrome on Android". */
  userAgent: string | undefined;
  at: Date;
  /** What the event is about, e.g. `{ role: 'educator' }`. Its owner reads it: no codes, tokens, passwords or hashes. */
  detail?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Adds an event to the account history of its owner, in the caller's transaction. A domain of its own, which imports no
 * other: those that sign people in and those that change accounts both record events.
 *
 * Source: D-89.
 */
export const recordAccountEvent = async (
  db: Db,
  { userId, kind, userAgent = '', at, detail = {} }: AccountEvent,
): Promise<void> => {
  await db
    .insertInto('account_events')
    .values({
      id: newId(at.getTime()),
      user_id: userId,
      kind,
      device: userAgent.slice(0, 300),
      created_at: at,
      detail: JSON.stringify(detail),
    })
    .execute();
};
