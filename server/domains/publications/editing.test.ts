import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
});
afterAll(() => community.server.close());

const call = (line: string, body?: unknown, as = ana) => community.server.call(line, body, { as });
const edit = (id: string, fields: object, as = ana) => call(`PUT /published-contents/${id}`, fields, as);
const pictureOf = async (sha256: string) =>
  (await community.db.selectFrom('files').select('picture').where('sha256', '=', sha256).executeTakeFirstOrThrow())
    .picture;
const addPlaylist = async (channelId: string) => {
  const { body } = await call('POST /playlists', { id: newId(), channelId, title: `List ${newId().slice(-6)}` });
  return body.id as string;
};
const titlesIn = async (playlistId: string): Promise<string[]> =>
  (await call(`GET /playlists/${playlistId}/contents`, undefined, mia)).body.results.map(
    ({ title }: { title: string }) => title,
  );

describe('editing a publication', () => {
  test('PUB-042 PUB-053 PUB-054 the sent fields change, the others stay, and everybody sees it', async () => {
    const { id, channelId, contentId, answer } = await community.publish(ana, { pricing: 'free' });
    const [cover, origin] = [await community.addPicture(ana.scope), await community.addPicture(ana.scope)];
    const edited = await edit(id, {
      title: 'Receive and turn',
      custom_tags: ' turn  half-space turn ',
      cover_image: cover,
      origin_cover_image: origin,
      coverBackground: '#0a5a3c',
    });
    const expected = {
      ...answer.body,
      title: 'Receive and turn',
      customTags: ['turn', 'half-space'],
      customTagsList: ['turn', 'half-space'],
      coverImage: await pictureOf(cover),
      originCoverImage: await pictureOf(origin),
      coverBackground: '#0a5a3c',
      content: { id: contentId, type: 'video' },
    };
    expect(edited).toMatchObject({ status: 200, body: expected });
    expect((await call(`GET /published-contents/${id}`)).body).toEqual(edited.body);
    const [shown] = (await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.results;
    expect(shown).toMatchObject({ title: 'Receive and turn', coverImage: expected.coverImage });
    const owned = await community.db
      .selectFrom('own_contents')
      .select('row')
      .where('id', '=', contentId)
      .executeTakeFirstOrThrow();
    expect(owned.row).toMatchObject({ published: { title: 'Receive and turn', coverImage: expected.coverImage } });

    const described = await edit(id, { description: 'Two touches', pricingCategory: 'member_only', custom_tags: '' });
    expect(described.body).toMatchObject({
      ...expected,
      description: 'Two touches',
      pricingCategory: 'member_only',
      customTags: [],
      customTagsList: [],
    });
  });

  test('the owner’s other devices get the changed title in the Library too', async () => {
    const { id, contentId } = await community.publish(ana);
    const versionOf = async () =>
      (
        await community.db
          .selectFrom('contents')
          .select('version')
          .where('id', '=', contentId)
          .executeTakeFirstOrThrow()
      ).version;
    const before = await versionOf();
    await edit(id, { title: 'Another title' });
    expect(await versionOf()).not.toBe(before);
  });

  test('tags, titles and pictures that a publish refuses are refused here', async () => {
    const { id, answer } = await community.publish(ana);
    const tags = Array.from({ length: 21 }, (_, index) => `tag${index}`).join(' ');
    for (const fields of [{ custom_tags: tags }, { custom_tags: 'what?' }, { title: ' ' }, { cover_image: 'x' }])
      expect((await edit(id, fields)).status, JSON.stringify(fields)).toBe(400);
    const lost = await edit(id, { title: 'B', cover_image: 'a'.repeat(64) });
    expect([lost.status, lost.body.errors[0].code]).toEqual([409, 'file.missing']);
    expect((await call(`GET /published-contents/${id}`)).body).toEqual(answer.body);
  });

  test('one that was taken off its channel is not changed, and nobody else changes it or gives it their picture', async () => {
    const tariq = await community.server.addPerson({ isEducator: true });
    const { id, answer } = await community.publish(ana);
    const theirs = await community.addPicture(tariq.scope);
    const covers = [{ cover_image: theirs }, { cover_image: await pictureOf(theirs) }];
    for (const cover of covers)
      for (const path of ['', '/cover'])
        expect((await call(`PUT /published-contents/${id}${path}`, cover)).body.errors[0].code).toBe('file.missing');
    expect((await call(`GET /published-contents/${id}`)).body).toEqual(answer.body);
    expect((await edit(id, { title: 'Mine' }, tariq)).status).toBe(404);
    expect((await edit(id, { title: 'Mine' }, mia)).status).toBe(403);
    await call(`DELETE /published-contents/${id}`);
    const cover = { cover_image: await community.addPicture(ana.scope) };
    for (const answer of [await edit(id, { title: 'Late' }), await call(`PUT /published-contents/${id}/cover`, cover)])
      expect([answer.status, answer.body.errors[0].code]).toEqual([404, 'publish.not_published']);
  });
});

test('PUB-055 the cover changes alone; without an original the former one goes', async () => {
  const { id, answer } = await community.publish(ana);
  const [first, origin, second] = [
    await community.addPicture(ana.scope),
    await community.addPicture(ana.scope),
    await community.addPicture(ana.scope),
  ];
  const changed = await call(`PUT /published-contents/${id}/cover`, { cover_image: first, origin_cover_image: origin });
  expect(changed.body).toEqual({
    ...answer.body,
    coverImage: await pictureOf(first),
    originCoverImage: await pictureOf(origin),
  });
  const again = await call(`PUT /published-contents/${id}/cover`, { cover_image: second });
  expect(again.body).toEqual({ ...answer.body, coverImage: await pictureOf(second), originCoverImage: null });
});

test('moving puts an item at the end of another playlist of its channel, or in none', async () => {
  const channelId = await community.addChannel(ana);
  const [first, second] = [await addPlaylist(channelId), await addPlaylist(channelId)];
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C']) {
    const { id } = await community.publish(ana, { channelId, title });
    ids.push(id);
    await edit(id, { playlistId: title === 'C' ? second : first });
  }
  expect(await titlesIn(first)).toEqual(['A', 'B']);
  await edit(ids[0]!, { playlistId: second });
  // Named again, the same playlist does not move it to the end.
  await edit(ids[2]!, { playlistId: second, title: 'C' });
  expect([await titlesIn(first), await titlesIn(second)]).toEqual([['B'], ['C', 'A']]);
  await edit(ids[0]!, { playlistId: null });
  expect(await titlesIn(second)).toEqual(['C']);

  const elsewhere = await addPlaylist(await community.addChannel(ana));
  expect((await edit(ids[0]!, { playlistId: elsewhere })).status).toBe(404);
});
