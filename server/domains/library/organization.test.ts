import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let nora: TestPerson;
let ana: TestPerson;
let leo: TestPerson;
let scope: string;
beforeAll(async () => {
  community = await startCommunity();
  [nora, ana, leo] = [
    await community.server.addPerson(),
    await community.server.addPerson({ isEducator: true }),
    await community.server.addPerson({ isEducator: true }),
  ];
  scope = await community.addOrganization(nora);
  await community.db
    .insertInto('organization_admins')
    .values({ organization_id: scope.slice('org:'.length), user_id: ana.userId, role: 'Admin' })
    .execute();
});
afterAll(() => community.server.close());

const call = (as: TestPerson, line: string, body?: unknown, of = scope) =>
  community.server.call(line, body, { as, scope: of });
/** Rows of the organization that this person's devices get. */
const pulled = async (as: TestPerson, table: string): Promise<Record<string, unknown>[]> => {
  const { body } = await call(as, 'GET /sync', undefined, as.scope);
  return body.changes
    .filter((change: { scope: string }) => change.scope === scope)
    .flatMap(({ rows }: { rows: Record<string, object[]> }) => rows[table] ?? []);
};

test('what an admin does on the organization’s rows reaches the other one, and nobody else may read or change it', async () => {
  const [folder, tags, channel, playlist, publication] = [newId(), newId(), newId(), newId(), newId()];
  const communityId = await community.addCommunity(scope);
  const content = await community.addContent({ ...nora, scope: scope as TestPerson['scope'] });
  const cover = await community.addPicture(scope);
  const steps = [
    ['folders', folder, 'POST /library/folders', { id: folder, title: 'Juniors' }],
    [
      'tagProfiles',
      tags,
      'POST /library/tag-profiles',
      { id: tags, title: 'Corners', tagProfileItems: [{ id: newId(), name: 'near', position: 0 }], sportName: null },
    ],
    [
      'channels',
      channel,
      'POST /channels/create',
      { id: channel, communityId, name: 'Juniors', description: 'Drills', logoImage: cover, coverImage: cover },
    ],
    ['playlists', playlist, 'POST /playlists', { id: playlist, channelId: channel, title: 'Corners' }],
    [
      'publications',
      publication,
      `POST /channels/${channel}/published-contents`,
      { id: publication, contentId: content, title: 'Near post', coverImage: cover, pricingCategory: 'free' },
    ],
  ] as const;
  for (const [index, [table, id, line, body]] of steps.entries()) {
    const [by, other] = index % 2 === 0 ? [nora, ana] : [ana, nora];
    const refused = await call(leo, line, body);
    expect([line, refused.status, refused.body.errors[0].code]).toEqual([line, 403, 'access.denied']);
    const done = await call(by, line, body);
    expect([line, done.status < 300, done.body]).toEqual([line, true, expect.anything()]);
    expect((await pulled(other, table)).map((row) => row['id'])).toContain(id);
    expect(await pulled(leo, table)).toEqual([]);
    // In the role of a person the same admin cannot reach the organization's rows.
    expect((await pulled(by, table)).every((row) => row['scope'] === scope)).toBe(true);
  }
  expect((await call(ana, `PUT /published-contents/${publication}`, { title: 'Far post' }, ana.scope)).status).toBe(
    404,
  );
  expect((await call(ana, `PUT /published-contents/${publication}`, { title: 'Far post' })).status).toBe(200);
  expect(await pulled(nora, 'publications')).toMatchObject([{ title: 'Far post' }]);
});

test('of two orders that admins made at once the one that arrives last stands; a channel that only the other one knew keeps its place at the end', async () => {
  const [a, b, c] = [
    await community.addChannel(nora, 'soccer', scope),
    await community.addChannel(nora, 'soccer', scope),
    await community.addChannel(nora, 'soccer', scope),
  ];
  const put = async (as: TestPerson, ids: string[]) =>
    expect((await call(as, 'PUT /channels/update-position', ids)).status).toBe(204);
  const orderFor = async (as: TestPerson) =>
    (await pulled(as, 'channels'))
      .toSorted((x, y) => Number(x['position']) - Number(y['position']))
      .map(({ id }) => id);
  const known = [a, b, c];
  const added = await community.addChannel(nora, 'soccer', scope);
  await put(nora, [b, a, c, added]);
  // Ana's device knew only the three when she put the last one first.
  await put(ana, [c, ...known.slice(0, 2)]);
  for (const as of [nora, ana]) expect((await orderFor(as)).slice(0, 4)).toEqual([c, a, b, added]);
});

test('decision 0128 of two moves of tag groups that admins make at once both stand; after a group that is gone the moved one comes last', async () => {
  const ids = [newId(), newId(), newId(), newId()];
  await community.db.deleteFrom('tag_profiles').where('scope', '=', scope).execute();
  for (const [place, id] of ids.entries()) {
    const group = { id, title: `Group ${place}`, tagProfileItems: [{ id: newId(), name: 'near', position: 0 }] };
    expect((await call(nora, 'POST /library/tag-profiles', group)).status).toBe(200);
  }
  const [a, b, c, d] = ids as [string, string, string, string];
  const move = async (as: TestPerson, id: string, afterId: string | null, of = scope) =>
    (await call(as, `PUT /library/tag-profiles/${id}/position`, { afterId }, of)).status;
  const order = async () =>
    (await pulled(ana, 'tagProfiles'))
      .toSorted((x, y) => Number(x['position']) - Number(y['position']))
      .map(({ id }) => id);
  // Nora's device does not know yet that Ana put the last one first.
  expect(await Promise.all([move(ana, d, null), move(nora, a, b)])).toEqual([204, 204]);
  expect(await order()).toEqual([d, b, a, c]);
  expect(await move(nora, b, newId())).toBe(204);
  expect(await order()).toEqual([d, a, c, b]);
  expect([await move(leo, a, null), await move(leo, a, null, leo.scope), await move(ana, newId(), null)]).toEqual([
    403, 404, 404,
  ]);
  expect(await order()).toEqual([d, a, c, b]);
});

test('files count against the organization’s storage, not against the admin’s own, and both admins see what is left', async () => {
  await community.db
    .insertInto('storage_accounts')
    .values({ scope, size: 10_000 })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ size: 10_000, used: 0, reserved: 0 }))
    .execute();
  const add = (as: TestPerson, fileSize: number, of = scope) =>
    call(as, 'POST /library/contents', { contentId: newId(), filename: `${newId()}.mp4`, type: 'video', fileSize }, of);
  const storage = async (as: TestPerson) => (await call(as, 'GET /library/storage')).body;
  expect((await add(nora, 6000)).status).toBeLessThan(300);
  const left = await storage(nora);
  expect(left).toMatchObject({ storageSize: 10_000 });
  expect(left.storageUsed + left.storageReserved).toBe(6000);
  expect(await storage(ana)).toEqual(left);
  const refused = await add(ana, 6000);
  expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'library.out_of_storage']);
  expect((await add(ana, 6000, ana.scope)).status).toBeLessThan(300);
  expect((await call(leo, 'GET /library/storage')).status).toBe(403);
});

test('who is no admin any more loses the organization’s rows and may do nothing with them', async () => {
  await community.db.deleteFrom('organization_admins').where('user_id', '=', ana.userId).execute();
  expect(await pulled(ana, 'channels')).toEqual([]);
  expect((await call(ana, 'POST /library/folders', { id: newId(), title: 'Late' })).status).toBe(403);
  expect((await pulled(nora, 'channels')).length).toBeGreaterThan(0);
});
