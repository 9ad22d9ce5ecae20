import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { allCalls, callById } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { countEffects, difference, prepareCall } from './effects.ts';
import { exampleInput, type Example } from './examples.ts';
import { startWorld, type Actor, type World } from './fixtures.ts';
import { isKeyed, layOut, send, type Answer } from './request.ts';
import { changedTables, readSums, restore, type Sums } from './snapshot.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => restore(world.server.services.database.pool));
afterAll(() => world.close());

const keyedCalls = allCalls.filter(isKeyed);
const sums = async (): Promise<Sums> => {
  await world.server.services.background.idle();
  return readSums(world.server.services.database.pool);
};
const short = ({ status, text }: Answer) => ({ status, text });

const prepare = (call: Call) => prepareCall(world, call);
const counts = () => countEffects(world);

/** Another value of the same type, for what is not listed below. */
const otherValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}x` : undefined;
};

/** Other content for the same call and row, where only some values are valid. */
const OTHER_CONTENTS: Record<string, unknown> = {
  title: 'Something else',
  reason: 'other',
  filename: 'something else',
  step: '/other',
  isEnabled: true,
  active: true,
  watchedMs: 91_000,
  positionMs: 41_000,
  removedAt: '2026-01-01T00:00:00Z',
  code: 'OTHERCODE9',
  contentItemRatings: { Relevance: 1, Helpful: 1, Engaging: 1 },
  lastLoginedRole: 'educator',
  sportId: 'golf',
  until: '2026-01-01T00:00:00Z',
  fileSize: 2000,
  copyId: newId(),
  destinationFolderId: newId(),
  folderId: newId(),
  playlistId: newId(),
  notificationIds: [newId()],
  ids: [newId()],
  items: [{ type: 'video', id: newId() }],
  id: newId(),
  channelId: newId(),
  contentId: newId(),
  commentId: newId(),
  personId: newId(),
  publishedId: newId(),
  uploadId: newId(),
  notificationId: newId(),
  educatorId: newId(),
  isLearner: undefined,
  isAccepted: false,
  registrationId: JSON.stringify({
    endpoint: 'https://push.example.org/other',
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  }),
  recipientType: 'educator',
  firstName: 'Other',
  username: 'somethingelse',
  confirmationCodeFromUser: '654321',
  destinationValue: 'else@example.org',
  email: 'else@example.org',
  aboutMe: 'Something else',
  answer: 'Another answer.',
  language: false,
  description: 'Another club',
  contact_information_id_list: [newId()],
  contact_info_list: [newId()],
  sport_interest_list: [newId()],
  payment_method_id: 'pm_other',
  applicationId: newId(),
  codeId: newId(),
  people: [{ email: 'somebody.else@example.net', recipientType: 'learner' }],
  phoneNumber: '+14155550199',
  planIndex: 2,
  archiveMode: 'manual',
};
const changeContents = (call: Call, { input, ...rest }: Example): Example => {
  if (call.id === 'applications.deleteDraft') return { ...rest, input: { name: 'science-golf' } };
  const name = Object.keys(input).find((each) => Object.hasOwn(OTHER_CONTENTS, each));
  if (call.id === 'sports.createRoles')
    return {
      ...rest,
      input: {
        items: [
          { sportId: 'golf', sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }] },
        ],
      },
    };
  if (call.id === 'profiles.setVisibility') return { ...rest, input: { ...input, aboutMe: true } };
  if (call.bodyKey === 'items' && call.id.startsWith('profiles.'))
    return {
      ...rest,
      input: { ...input, items: [{ id: newId(), sportId: 'rugby', sportInvolvement: [{ role: 'fan' }] }] },
    };
  if (name) return { ...rest, input: { ...input, [name]: OTHER_CONTENTS[name] } };
  const free = Object.keys(input).find((each) => otherValue(input[each]) !== undefined);
  if (!free) throw new Error(`${call.id}: add a valid other value to OTHER_CONTENTS`);
  return { ...rest, input: { ...input, [free]: otherValue(input[free]) } };
};

describe('the same key again', () => {
  for (const call of keyedCalls) {
    test(`${call.id}: the second delivery gets the first one’s answer and changes nothing; other contents under the key are refused`, async () => {
      const { actor, example } = await prepare(call);
      const key = newId();
      const first = await send(world, call, example, actor, { key });
      expect(first.status, first.text).toBeLessThan(400);
      expect(first.headers.get('idempotency-key')).toBe(key);
      const after = await sums();
      const second = await send(world, call, example, actor, { key });
      expect(short(second)).toEqual(short(first));
      expect(second.headers.get('idempotent-replay')).toBe('true');
      expect(second.headers.get('x-scope-version')).toBe(first.headers.get('x-scope-version'));
      expect(changedTables(after, await sums())).toEqual([]);

      // Every request of a call without input is the same.
      if (Object.keys(example.input).length === 0) return;
      const other = await send(world, call, changeContents(call, example), actor, { key });
      expect([422, 404], other.text).toContain(other.status);
      if (other.status === 422) expect(other.code).toBe('request.key_reused');
      expect(changedTables(after, await sums())).toEqual([]);
    });
  }
});

describe('two deliveries at once', () => {
  for (const call of keyedCalls) {
    test(`${call.id}: both get one answer and there is one effect`, async () => {
      const { actor, example } = await prepare(call);
      const before = await counts();
      await send(world, call, example, actor);
      const once = difference(before, await counts());
      await restore(world.server.services.database.pool);
      const fresh = await prepare(call);
      const start = await counts();
      const key = newId();
      const both = await Promise.all([1, 2, 3].map(() => send(world, call, fresh.example, fresh.actor, { key })));
      expect(both.map(short)).toEqual([short(both[0]!), short(both[0]!), short(both[0]!)]);
      expect(both[0]!.status).toBeLessThan(400);
      expect(both.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(2);
      expect(difference(start, await counts())).toEqual(once);
    });
  }
});

/** Sends a whole request and closes the connection when the answer begins: the answer is lost. */
const sendAndLose = (call: Call, example: Example, actor: Actor, key: string): Promise<void> => {
  const { path, headers, body } = layOut(call, example, actor, { key });
  return new Promise((resolve, reject) => {
    // Node names no length of the body of a DELETE by itself.
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = httpRequest(`${world.server.url}${path}`, {
      method: call.method,
      headers: { ...headers, ...length },
      agent: false,
    });
    sent.on('response', (answer) => {
      answer.destroy();
      resolve();
    });
    sent.on('error', reject);
    sent.end(body);
  });
};

describe('F2: the answer is lost after the server made the change', () => {
  for (const call of keyedCalls) {
    test(`${call.id}: sending it again returns the first result and is not executed twice`, async () => {
      const { actor, example } = await prepare(call);
      const key = newId();
      await sendAndLose(call, example, actor, key);
      const after = await sums();
      const again = await send(world, call, example, actor, { key });
      expect(again.status, again.text).toBeLessThan(400);
      expect(again.headers.get('idempotent-replay')).toBe('true');
      expect(changedTables(after, await sums())).toEqual([]);
    });
  }
});

describe('keys', () => {
  const createFolder = callById.get('library.createFolder')!;

  test('a change without a key, or with one that is not a UUID, is refused before anything happens', async () => {
    const { actor, example } = await prepare(createFolder);
    const before = await sums();
    for (const key of ['', 'x', '1', newId().slice(1)])
      expect((await send(world, createFolder, example, actor, { key })).code).toBe('request.key_missing');
    expect(changedTables(before, await sums())).toEqual([]);
  });

  test('a key in capitals is the same key', async () => {
    const { actor, example } = await prepare(createFolder);
    const key = newId();
    const first = await send(world, createFolder, example, actor, { key: key.toUpperCase() });
    expect(first.headers.get('idempotency-key')).toBe(key);
    expect(short(await send(world, createFolder, example, actor, { key }))).toEqual(short(first));
  });

  test('a refusal is replayed for its key, even if its reason has gone meanwhile', async () => {
    const actor = world.actor('creator');
    const title = 'Drills';
    const [first, second, key] = [newId(), newId(), newId()];
    await send(world, createFolder, { input: { id: first, title } }, actor);
    const refused = await send(world, createFolder, { input: { id: second, title } }, actor, { key });
    expect(refused.code).toBe('library.folder_taken');
    await send(world, callById.get('library.deleteFolder')!, { input: { folderId: first } }, actor);
    expect(short(await send(world, createFolder, { input: { id: second, title } }, actor, { key }))).toEqual(
      short(refused),
    );
    expect((await send(world, createFolder, { input: { id: second, title } }, actor)).status).toBe(200);
  });

  test('a key of one call is refused for another call, and for another scope', async () => {
    const owner = world.actor('organization owner');
    const key = newId();
    const folder = { input: { id: newId(), title: 'Drills' } };
    expect((await send(world, createFolder, folder, owner, { key })).status).toBe(200);
    expect(
      (
        await send(
          world,
          callById.get('library.createTagProfile')!,
          await exampleInput(callById.get('library.createTagProfile')!, world, {
            actor: owner,
            rows: world.rows(owner),
          }),
          owner,
          { key },
        )
      ).code,
    ).toBe('request.key_reused');
    expect(
      (
        await send(world, callById.get('notifications.changeSettings')!, { input: { isEnabled: false } }, owner, {
          key,
          scope: owner.userScope,
        })
      ).code,
    ).toBe('request.key_reused');
  });

  test('answers with tokens are not stored', async () => {
    const { db } = world.server.services.database;
    const actor = world.actor('creator');
    for (const call of allCalls.filter(({ secretAnswer }) => secretAnswer)) {
      const example = await exampleInput(call, world, { actor, rows: world.rows(actor) });
      const key = newId();
      await send(world, call, example, actor, { key });
      expect(
        await db.selectFrom('idempotency_keys').select('answer').where('key', '=', key).execute(),
        call.id,
      ).toEqual([]);
    }
  });
});
