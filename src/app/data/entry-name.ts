import type { AccountDatabase, OutboxEntry } from '#store/database.ts';
import type { OwnTable } from '#contract/rows.ts';

/** Which input of a call names its row, and in which table the row lies. */
const NAMED_BY: readonly (readonly [field: string, table: OwnTable])[] = [
  ['contentIds', 'contents'],
  ['contentId', 'contents'],
  ['folderId', 'folders'],
  ['publishedId', 'publications'],
  ['publishedContentId', 'publications'],
  ['channelId', 'channels'],
  ['id', 'contents'],
  ['id', 'tagProfiles'],
];

interface Named {
  title?: string;
  name?: string;
  filename?: string;
}
const nameOf = (row: Named | undefined): string | undefined => row?.filename ?? row?.title ?? row?.name;

/** What an unsent change is about, in the person's own word for it; undefined where the device does not know. */
export const readEntryName = async (
  db: AccountDatabase,
  { input }: Pick<OutboxEntry, 'input'>,
): Promise<string | undefined> => {
  const given = nameOf(input as Named);
  if (given) return given;
  for (const [field, table] of NAMED_BY) {
    const value = input[field];
    const id: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof id !== 'string') continue;
    // A row that the change deletes here is still known as the server's copy.
    const row = ((await db.table(table).get(id)) ?? (await db.base.get([table, id]))?.row ?? undefined) as
      | Named
      | undefined;
    const name = nameOf(row);
    if (name) return name;
  }
  return undefined;
};
