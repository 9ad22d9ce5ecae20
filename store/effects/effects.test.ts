import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Call, Schema } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { rowRefs, type QueuedFacts } from '#contract/queued.ts';
import type { OwnTable } from '#contract/rows.ts';
import { accountDatabase } from '../door.ts';
import { effectOf } from '../outbox/actions.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { idsIn } from '../outbox/entry-rows.ts';

type QueuedCall = Call & { readonly queued: QueuedFacts };
const queuedCalls = allCalls.filter((call): call is QueuedCall => call.offline === 'queue');

const words = () => [
  // Before an id, which a slug may be too.
  'tennis',
  newId(),
  'Drills',
  `/pictures/${'a'.repeat(20)}`,
  '2026-11-20T10:00:00.000Z',
  '#aabbcc',
  'a'.repeat(64),
];
type Parts = {
  type: string;
  entries?: Record<string, Schema>;
  item?: Schema;
  wrapped?: Schema;
  options?: unknown[];
  literal?: unknown;
};

/** A valid value of an input's schema, with every optional part. */
const sample = (schema: Schema): unknown => {
  const { type, entries = {}, item, wrapped, options, literal } = schema as unknown as Parts;
  if (type === 'object') return Object.fromEntries(Object.entries(entries).map(([name, each]) => [name, sample(each)]));
  if (type === 'array') return [sample(item!)];
  if (type === 'optional' || type === 'nullable') return sample(wrapped!);
  if (type === 'picklist') return options![0];
  if (type === 'literal') return literal;
  return [...words(), 1, true].find((value) => v.is(schema, value));
};

/** A device with rows of every table, also those that the input names, and each content published and in a folder. */
const newDevice = async (rows: QueuedFacts['rows'], input: Record<string, unknown>) => {
  const [userId, contentId, publicationId] = [newId(), newId(), newId()];
  const [scope, db] = [userScope(userId), accountDatabase(userId)];
  const fields = {
    scope,
    contentId,
    channelId: newId(),
    folderId: input['folderId'],
    playlistId: input['playlistId'],
    published: { id: publicationId },
    filename: 'clip.mp4',
    recipientType: 'learner',
    sendedAt: '2026-11-01T10:00:00.000Z',
    firstTimeLogin: {},
    organizations: [],
    notificationSettings: { isEnabled: true, frequencies: {} },
    sportInvolvement: [],
    sportId: input['sport_id'],
    question: input['question'],
    visibility: {},
  };
  const put = (table: OwnTable, id: string) => db.table(table).put({ id, ...fields });
  await Promise.all([put('me', userId), put('contents', contentId), put('publications', publicationId)]);
  await put('notifications', newId());
  if (rows.changes.some(({ table }) => table === 'bioAnswers')) await put('bioAnswers', newId());
  for (const { table, by } of [...rows.changes, ...(rows.names ?? [])])
    for (const id of by === undefined ? [] : idsIn(input[by])) await put(table, id);
  return { db, options: { owner: userId, scope } };
};

describe('the local effect of a queued call', () => {
  test('exists, or the call declares why not', () => {
    for (const { id, queued } of queuedCalls)
      expect([id, effectOf(id) === undefined]).toEqual([id, queued.withoutEffect !== undefined]);
  });

  for (const call of queuedCalls.filter(({ queued }) => queued.withoutEffect === undefined)) {
    test(`${call.id} writes the rows that the entry declares, all of them and no others`, async () => {
      const { rows } = call.queued;
      const input = sample(call.input) as Record<string, unknown>;
      expect(v.is(call.input, input), JSON.stringify(input)).toBe(true);
      const { db, options } = await newDevice(rows, input);
      await enqueue(db, call, input, options);
      const written = await db.base.toArray();
      const declared = rowRefs(rows).map(({ table }) => table);
      expect(written.filter(({ table }) => !declared.includes(table))).toEqual([]);
      const idsOf = (table: OwnTable) => written.filter((row) => row.table === table).map(({ id }) => id);
      const finds = rows.changes.filter(({ by }) => by === undefined);
      for (const { table } of finds) expect(idsOf(table), table).not.toEqual([]);
      for (const { table, by } of [...(rows.makes ? [rows.makes] : []), ...rows.changes]) {
        // A declared change may also be one that other rows show: a folder by the contents in it.
        const isOwn = by !== undefined && (finds.length === 0 || idsOf(table).length > 0);
        if (isOwn) expect(idsOf(table), table).toEqual(expect.arrayContaining(idsIn(input[by])));
      }
      if (rows.makes) expect(await db.table(rows.makes.table).get(idsIn(input[rows.makes.by])[0]!)).toBeDefined();
    });
  }
});
