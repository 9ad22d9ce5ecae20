import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import type { CallId } from '#contract/calls.ts';
import { allCalls, callById } from '#contract/calls.ts';
import { newId } from '#contract/ids.ts';
import { mayLeaves } from '#contract/facts.ts';
import { rowRefs } from '#contract/queued.ts';
import type { OwnTable } from '#contract/rows.ts';
import { exampleFacts, exampleInput, type Example } from './examples.ts';
import { startWorld, type Actor, type World } from './fixtures.ts';
import { isKeyed, send } from './request.ts';
import { markerOf, type Rows } from './rows.ts';
import { readRowsSum, restore } from './snapshot.ts';

let world: World;
let me: Actor;
let stranger: Actor;
beforeAll(async () => {
  world = await startWorld();
  me = world.actor('creator');
  stranger = world.strangerTo(me);
});
afterEach(() => restore(world.server.services.database.pool));
afterAll(() => world.close());

const call = (id: CallId): Call => callById.get(id)!;
const own = async (id: CallId, change: Record<string, unknown> = {}): Promise<Example> => {
  const example = await exampleInput(call(id), world, { actor: me, rows: world.rows(me) });
  return { ...example, input: { ...example.input, ...change } };
};
const strangersRows = () => readRowsSum(world.server.services.database.pool, [stranger.scope]);

/** Requests about own rows in which one id is another person's. */
const SWAPS: {
  id: CallId;
  name: string;
  change: (theirs: Rows, mine: Rows) => Record<string, unknown>;
  expected: number | string;
}[] = [
  {
    id: 'library.moveContents',
    name: 'contents of a stranger into an own folder are passed over',
    change: (r) => ({ contentIds: [r.content, r.spare] }),
    expected: 204,
  },
  {
    id: 'library.moveContents',
    name: 'own contents into a stranger’s folder',
    change: (r) => ({ folderId: r.folder }),
    expected: 'access.not_found',
  },
  {
    id: 'library.moveAll',
    name: 'all of an own folder into a stranger’s',
    change: (r) => ({ destinationFolderId: r.folder }),
    expected: 'access.not_found',
  },
  {
    id: 'library.deleteContents',
    name: 'a stranger’s content between own ones is passed over',
    change: (r, m) => ({
      items: [
        { type: 'video', id: r.content },
        { type: 'video', id: m.spare },
      ],
    }),
    expected: 204,
  },
  {
    id: 'library.reorderTagProfiles',
    name: 'a stranger’s group in the order is passed over',
    change: (r, m) => ({ ids: [r.tagProfile, m.tagProfile] }),
    expected: 204,
  },
  {
    id: 'channels.reorder',
    name: 'a stranger’s channel in the order is passed over',
    change: (r, m) => ({ ids: [r.channel, m.channel] }),
    expected: 204,
  },
  {
    id: 'library.createFolder',
    name: 'a new folder under a stranger’s id',
    change: (r) => ({ id: r.folder }),
    expected: 'access.not_found',
  },
  {
    id: 'library.createTagProfile',
    name: 'a new tag group under a stranger’s id',
    change: (r) => ({ id: r.tagProfile }),
    expected: 'access.not_found',
  },
  {
    id: 'library.createContent',
    name: 'a new content under a stranger’s id',
    change: (r) => ({ contentId: r.content }),
    expected: 'access.not_found',
  },
  {
    id: 'library.createContent',
    name: 'a new content under the id of a stranger’s upload',
    change: (r) => ({ contentId: r.upload }),
    expected: 'access.not_found',
  },
  {
    id: 'library.duplicateContent',
    name: 'a copy under the id of a stranger’s content',
    change: (r) => ({ copyId: r.spare }),
    expected: 'access.not_found',
  },
  {
    id: 'library.contents',
    name: 'contents of a stranger’s folder are none',
    change: (r) => ({ folder_id: r.folder }),
    expected: 200,
  },
  {
    id: 'channels.create',
    name: 'a new channel under a stranger’s id',
    change: (r) => ({ id: r.channel }),
    expected: 'access.not_found',
  },
  {
    id: 'channels.create',
    name: 'a new channel with a stranger’s picture',
    change: (r) => ({ logoImage: r.picture }),
    expected: 'file.missing',
  },
  {
    id: 'playlists.create',
    name: 'a new playlist under a stranger’s id',
    change: (r) => ({ id: r.playlist }),
    expected: 'channel.playlist_taken',
  },
  {
    id: 'publications.publish',
    name: 'a stranger’s content on an own channel',
    change: (r) => ({ contentId: r.spare }),
    expected: 'access.not_found',
  },
  {
    id: 'publications.publish',
    name: 'an own content on a stranger’s channel',
    change: (r) => ({ channelId: r.channel, playlistId: null }),
    expected: 'access.not_found',
  },
  {
    id: 'publications.publish',
    name: 'in a stranger’s playlist',
    change: (r) => ({ playlistId: r.playlist }),
    expected: 'access.not_found',
  },
  {
    id: 'publications.publish',
    name: 'with a stranger’s tag group',
    change: (r) => ({ tagProfileId: r.tagProfile }),
    expected: 'access.not_found',
  },
  {
    id: 'publications.publish',
    name: 'with a stranger’s picture',
    change: (r) => ({ coverImage: r.picture }),
    expected: 'file.missing',
  },
  {
    id: 'publications.publish',
    name: 'with the address of a stranger’s picture',
    change: (r) => ({ coverImage: `/pictures/${r.picture.slice(0, 32)}.jpg` }),
    expected: 'file.missing',
  },
  {
    id: 'publications.publish',
    name: 'under the id of a stranger’s publication',
    change: (r) => ({ id: r.publication }),
    expected: 'publish.already',
  },
  {
    id: 'notifications.delete',
    name: 'a stranger’s notification is passed over',
    change: (r, m) => ({ notificationIds: [r.notification, m.notification] }),
    expected: 204,
  },
  {
    id: 'devices.remove',
    name: 'a stranger’s device is passed over',
    change: (r) => ({ registrationId: r.device }),
    expected: 204,
  },
];

describe('one id of another person in a request about own rows', () => {
  for (const { id, name, change, expected } of SWAPS) {
    test(`${id}: ${name}; nothing of theirs changes or shows`, async () => {
      const before = await strangersRows();
      const answer = await send(world, call(id), await own(id, change(world.rows(stranger), world.rows(me))), me);
      expect(answer.code ?? answer.status).toBe(expected);
      expect(await strangersRows()).toBe(before);
      expect(answer.text).not.toContain(markerOf(stranger.scope));
    });
  }

  test('upload.chunk: a chunk into a stranger’s folder, and one of a stranger’s upload', async () => {
    const theirs = world.rows(stranger);
    const chunk = await own('upload.chunk');
    expect(
      (
        await send(
          world,
          call('upload.chunk'),
          { ...chunk, headers: { ...chunk.headers, 'Upload-Id': theirs.upload } },
          me,
        )
      ).code,
    ).toBe('access.not_found');
    expect(
      (
        await send(
          world,
          call('upload.chunk'),
          {
            ...chunk,
            input: { ...chunk.input, gidFolder: theirs.folder },
            headers: { ...chunk.headers, 'Upload-Id': newId() },
          },
          me,
        )
      ).code,
    ).toBe('access.not_found');
    expect(
      (
        await send(
          world,
          call('upload.chunk'),
          { ...chunk, headers: { ...chunk.headers, 'Upload-Id': theirs.content, 'Upload-Length': '1048676' } },
          me,
        )
      ).code,
    ).toBe('access.not_found');
  });

  test('sports.createRoles: an id that is taken, a stranger’s or one’s own of another sport, is refused and never a failure of the server', async () => {
    const roles = (id: string, sportId: string) => ({
      input: {
        items: [{ id, sportId, sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }] }],
      },
    });
    const id = newId();
    expect((await send(world, call('sports.createRoles'), roles(id, 'golf'), stranger)).status).toBe(200);
    const before = await strangersRows();
    expect((await send(world, call('sports.createRoles'), roles(id, 'golf'), me)).status).toBeLessThan(500);
    expect((await send(world, call('sports.createRoles'), roles(id, 'rugby'), stranger)).status).toBeLessThan(500);
    expect(await strangersRows()).toBe(before);
  });

  test('a device that registers leaves its former owner and shows with the new one only', async () => {
    const { device } = world.rows(stranger);
    expect(
      (await send(world, call('devices.add'), { input: { registrationId: device, type: 'web' } }, me)).status,
    ).toBe(200);
    expect((await send(world, call('devices.list'), { input: {} }, stranger)).text).not.toContain(
      JSON.stringify(device).slice(1, -1),
    );
  });
});

/** The row kind that represents each table. */
const ROW_OF: Partial<Record<OwnTable, keyof Rows>> = {
  contents: 'content',
  folders: 'folder',
  tagProfiles: 'tagProfile',
  channels: 'channel',
  playlists: 'playlist',
  publications: 'publication',
};
interface Swap {
  call: Call;
  by: string;
  row: keyof Rows;
  isPlace: boolean;
}
/** Rows that a Creator's queued calls make, change or mention: all must be the Creator's own. */
const namedRows: Swap[] = allCalls
  .filter(({ may }) => mayLeaves(may).includes('creator'))
  .flatMap((one) =>
    (one.queued ? rowRefs(one.queued.rows) : []).flatMap(({ table, by }) => {
      const row = ROW_OF[table];
      const isPlace = by === one.queued?.rows.after?.by;
      return by !== undefined && row !== undefined ? [{ call: one, by, row, isPlace }] : [];
    }),
  );

describe('each row that a queued call names, replaced with another person’s', () => {
  for (const { call: one, by, row, isPlace } of namedRows) {
    test(`${one.id}, ${by}: refused, or passed over in a list or as a place; nothing of theirs changes or shows`, async () => {
      const before = await strangersRows();
      const theirs = world.rows(stranger)[row];
      const plain = await own(one.id as CallId);
      const isList = Array.isArray(plain.input[by]);
      const objects = isList && typeof (plain.input[by] as unknown[])[0] === 'object';
      const value = objects ? (plain.input[by] as object[]).map((each) => ({ ...each, id: theirs })) : [theirs];
      const answer = await send(world, one, { ...plain, input: { ...plain.input, [by]: isList ? value : theirs } }, me);
      expect(answer.status).toBeLessThan(500);
      if (isPlace) expect(answer.status).toBe(204);
      else if (!isList) expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await strangersRows()).toBe(before);
      expect(answer.text).not.toContain(markerOf(stranger.scope));
    });
  }
});

/** Fields that a browser might add to a request to gain rights. */
const extras = (): Record<string, unknown> => ({
  role: 'superadmin',
  roles: ['superadmin'],
  isAdmin: true,
  is_superadmin: true,
  isSuperadmin: true,
  isEducator: true,
  is_educator: true,
  isOrganization: true,
  is_suspended: false,
  ownerId: stranger.userId,
  userId: stranger.userId,
  user_id: stranger.userId,
  createdBy: stranger.userId,
  scope: stranger.scope,
  organizationId: newId(),
  balance: 1e9,
  storageSize: 1e15,
  storage_size: 1e15,
  used: 0,
  price: 0,
  type: 'subscribed',
  subscriptionType: 'subscribed',
  version: 1,
  views: 1e6,
  approved: true,
  active: true,
  isRead: true,
  position: -1,
});
const addExtras = (call: Call, { input, ...rest }: Example): Example => {
  if (!call.bodyKey) return { ...rest, input: { ...extras(), ...input } };
  const items = input[call.bodyKey] as unknown[];
  return {
    ...rest,
    input: {
      ...input,
      [call.bodyKey]: items.map((item) => (typeof item === 'object' ? { ...extras(), ...item } : item)),
    },
  };
};
/** Everybody's rights, storage and subscriptions. */
const readRights = async (): Promise<string> => {
  const { rows } = await world.server.services.database.pool.query<{
    sum: string;
  }>(`select md5(string_agg(concat_ws('|', u.id, u.is_superadmin, u.is_educator, u.is_organization, u.is_suspended, u.is_registration_complete,
      a.size, a.used, a.reserved, (select string_agg(s.sport_id || s.type, ',' order by s.sport_id) from subscriptions s where s.user_id = u.id)), ',' order by u.id)) as sum
    from users u left join storage_accounts a on a.scope = u.scope`);
  return rows[0]!.sum;
};

describe('unknown inputs', () => {
  for (const one of allCalls.filter(isKeyed)) {
    test(`${one.id}: rights, owners, sizes and prices in the body are ignored`, async () => {
      const { pool } = world.server.services.database;
      const actor = exampleFacts(one).of === 'others' ? world.actor('member') : me;
      const rows = actor === me ? world.rows(me) : world.rows(stranger);
      const plain = await exampleInput(one, world, { actor, rows });
      const others = world.actors
        .map(({ userScope }) => userScope)
        .filter((scope) => scope !== actor.userScope && (actor === me || scope !== stranger.scope));
      const othersBefore = await readRowsSum(pool, others);
      const without = await send(world, one, plain, actor);
      const rights = await readRights();
      await restore(pool);
      const answer = await send(world, one, addExtras(one, plain), actor);
      expect(answer.status).toBe(without.status);
      expect(await readRights()).toBe(rights);
      expect(await readRowsSum(pool, others)).toBe(othersBefore);
    });
  }
});

describe('another person’s idempotency key', () => {
  for (const one of allCalls.filter(isKeyed)) {
    test(`${one.id}: sent by another person it returns nothing of the first answer`, async () => {
      const key = newId();
      const example = await exampleInput(one, world, { actor: me, rows: world.rows(me) });
      const first = await send(world, one, example, me, { key });
      const second = await send(world, one, example, stranger, { key });
      expect(second.headers.get('idempotent-replay')).toBeNull();
      expect(second.text).not.toContain(markerOf(me.scope));
      expect(second.text).not.toContain(me.userId);
      // The first person's repeat still gets the first answer.
      const again = await send(world, one, example, me, { key });
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    });
  }
});
