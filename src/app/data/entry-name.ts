import { queuedTable } from '#contract/queued-table.ts';
import type { AccountDatabase, OutboxEntry } from '#store/database.ts';
import { idsIn } from '#store/outbox/entry-rows.ts';

interface Named {
  title?: string;
  name?: string;
  filename?: string;
}
const nameOf = (row: Named | undefined): string | undefined => row?.filename ?? row?.title ?? row?.name;

/** The person's own name for the row that an unsent change is about; undefined if this device does not have it. */
export const readEntryName = async (
  db: AccountDatabase,
  { call, input }: Pick<OutboxEntry, 'call' | 'input'>,
): Promise<string | undefined> => {
  const nameInInput = nameOf(input as Named);
  if (nameInInput) return nameInInput;
  const { changes = [], names = [] } = queuedTable[call]?.rows ?? {};
  for (const { table, by } of [...changes, ...names]) {
    const [id] = by === undefined ? [] : idsIn(input[by]);
    if (id === undefined) continue;
    // A row that the change deleted locally still exists as the server's copy.
    const row = ((await db.table(table).get(id)) ?? (await db.base.get([table, id]))?.row ?? undefined) as
      | Named
      | undefined;
    const name = nameOf(row);
    if (name) return name;
  }
  return undefined;
};
