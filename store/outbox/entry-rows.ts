import { queuedTable } from '#contract/queued-table.ts';
import type { RowRef } from '#contract/queued.ts';
import type { AccountDatabase, OutboxEntry } from '../database.ts';

type Change = Pick<OutboxEntry, 'call' | 'input'>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Every id in a value. For an input: every row that it names; entries that share a row are sent in order. */
export const idsIn = (value: unknown): string[] => [...new Set(JSON.stringify(value ?? null).match(UUID) ?? [])];

const idsBy = (refs: readonly RowRef[], input: Change['input']): string[] =>
  refs.flatMap(({ by }) => (by === undefined ? [] : idsIn(input[by])));

/** Ids of the rows that a change creates. */
export const madeRows = ({ call, input }: Change): string[] => {
  const makes = queuedTable[call]?.rows.makes;
  return makes ? idsBy([makes], input) : [];
};

/**
 * What an entry shares with those that are sent before or after it in their order: the rows that it names or touches. Moves
 * in one list share the list instead of all rows that they shift, so that a row that is gone holds up only its own move.
 */
export const keysOf = (
  { call, input, scope }: Change & Pick<OutboxEntry, 'scope'>,
  touched: Iterable<string>,
): string[] => {
  const after = queuedTable[call]?.rows.after;
  return [...new Set([...idsIn(input), ...(after ? [`${after.table} of ${scope}`] : touched)])];
};

/** Ids of the rows that a change modifies: all that it touches except those that its input only refers to. */
export const changedRows = ({ call, input, keys }: Change & Pick<OutboxEntry, 'keys'>): string[] => {
  const { makes, changes = [], names = [], after } = queuedTable[call]?.rows ?? {};
  const changed = new Set(idsBy(makes ? [makes, ...changes] : changes, input));
  // The list itself has no badge.
  if (after) return [...changed];
  const onlyNamed = new Set(idsBy(names, input).filter((id) => !changed.has(id)));
  return keys.filter((key) => !onlyNamed.has(key));
};

/**
 * Rows that later entries may not change before this entry is sent. An entry that waits for an upload may wait for hours:
 * it holds the rows that it changes, but not those that it only names, such as the channel of a publish. What a refused entry
 * did to rows that it does not name was taken back: it must not hold a whole list because of one row that cannot be moved.
 */
export const heldKeys = ({ dependsOn, state, keys, changed, input }: OutboxEntry): readonly string[] => {
  if (state === 'refused') return idsIn(input);
  return dependsOn !== null && state === 'waiting' ? (changed ?? keys) : keys;
};

/** Fills in `changed` of entries from builds that did not write it, so that pages need not load the calls' facts. */
export const completeEntries = async (db: AccountDatabase): Promise<void> => {
  const isOld = (entry: OutboxEntry) => entry.state === 'waiting' && entry.changed === undefined;
  // Check with a read first: almost always there is none, and a read does not wait for other transactions.
  if ((await db.outbox.filter(isOld).count()) === 0) return;
  await db.outbox.filter(isOld).modify((entry) => {
    entry.changed = changedRows(entry);
  });
};
