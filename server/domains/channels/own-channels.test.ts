import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from './channels.fixtures.ts';

let world: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  world = await startCommunity();
  ana = await world.server.addPerson({ isEducator: true });
  mia = await world.server.addPerson();
});
afterAll(() => world.server.close());

const call = (line: string, body?: unknown, as = ana, scope?: string) =>
  world.server.call(line, body, { as, ...(scope ? { scope } : {}) });
const codeOf = ({ body }: { body: { errors: { code: string; field?: string }[] } }) => body.errors[0]?.code;

/** A valid request to create a channel. */
const request = async (scope = ana.scope, facts: { communityId?: string; [name: string]: unknown } = {}) => ({
  id: newId(),
  communityId: facts.communityId ?? (await world.addCommunity(scope)),
  name: `Channel ${newId().slice(-8)}`,
  logoImage: await world.addPicture(scope, 320, 320),
  coverImage: await world.addPicture(scope, 1372, 392),
  ...facts,
});
const create = (body: object, as = ana, scope?: string) => call('POST /channels/create', body, as, scope);
const createBelow = (body: object, as: TestPerson, scope: string) =>
  call('POST /channels/subchannels/create', body, as, scope);

describe('communities', () => {
  test('PUB-048 PUB-058 a Creator reads their approved communities, and no others', async () => {
    const person = await world.server.addPerson({ isEducator: true });
    const science = {
      sport_id: 'golf',
      application_type: 'science',
      science_expertise: 'Nutrition',
    };
    const [tennis, golf] = [
      await world.addCommunity(person.scope, { sport_id: 'tennis' }),
      await world.addCommunity(person.scope, science),
    ];
    for (const status of ['pending', 'denied']) await world.addCommunity(person.scope, { sport_id: 'boxing', status });
    const body = await request(person.scope, { communityId: tennis });
    expect((await create(body, person)).status).toBe(200);
    expect((await call('GET /communities/approved', undefined, person)).body).toEqual({
      count: 2,
      results: [
        {
          id: golf,
          scope: person.scope,
          sport: 'golf',
          sportName: 'Golf',
          channel: null,
          applicationType: 'science',
          applicationSportScienceExpertise: 'Nutrition',
          status: 'approved',
        },
        expect.objectContaining({ id: tennis, channel: body.id, applicationType: 'coaching' }),
      ],
    });
    expect((await call('GET /communities/approved', undefined, mia)).status).toBe(403);
  });

  test('PUB-029 PUB-059 an organization’s communities are read by its admins in its scope', async () => {
    const nora = await world.server.addPerson({ isEducator: true });
    const scope = await world.addOrganization(nora);
    const id = await world.addCommunity(scope);
    const own = await world.addCommunity(nora.scope);
    const ids = async (line: string, as?: string) =>
      (await call(line, undefined, nora, as)).body.results.map((each: { id: string }) => each.id);
    expect(await ids('GET /communities/organization', scope)).toEqual([id]);
    expect(await ids('GET /communities/approved')).toEqual([own]);
    expect(codeOf(await call('GET /communities/organization', undefined, nora))).toBe('access.denied');
    expect(codeOf(await call('GET /communities/organization', undefined, ana, scope))).toBe('access.denied');
  });
});

describe('a new channel', () => {
  test('PUB-046 PUB-056 is last in the list, visible to others, has its pictures, and is made once', async () => {
    const person = await world.server.addPerson({ isEducator: true });
    await world.addChannel(person);
    const origin = await world.addPicture(person.scope, 2744, 2000);
    const body = await request(person.scope, {
      name: ' First Touch ',
      description: 'Ball control',
      originLogoImage: origin,
      originCoverImage: origin,
    });
    const answer = await create(body, person);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: body.id,
        communityId: body.communityId,
        name: 'First Touch',
        description: 'Ball control',
        logoImage: `/pictures/${body.logoImage.slice(0, 32)}.jpg`,
        coverImage: `/pictures/${body.coverImage.slice(0, 32)}.jpg`,
        active: true,
        hasContent: false,
        sportId: 'soccer',
        channelLevel: 0,
        parentChannel: null,
        position: 1,
      },
    });
    expect((await create(body, person)).body).toEqual(answer.body);
    expect((await call('GET /channels/my', undefined, person)).body.count).toBe(2);
    expect((await call(`GET /channels/${body.id}`, undefined, mia)).body).toMatchObject({ isOwner: false });
    const kept = await world.db
      .selectFrom('shown_pictures')
      .select('address')
      .where('address', '=', `/pictures/${origin.slice(0, 32)}.jpg`)
      .execute();
    expect(kept.length).toBeGreaterThan(0);
  });

  test('needs an approved community of its owner; one of another person does not exist for them', async () => {
    const pending = await world.addCommunity(ana.scope, { status: 'pending' });
    expect(codeOf(await create(await request(ana.scope, { communityId: pending })))).toBe('channel.no_community');
    const theirs = await world.addCommunity(mia.scope);
    expect(codeOf(await create(await request(ana.scope, { communityId: theirs })))).toBe('access.not_found');
    expect((await create(await request(mia.scope), mia)).status).toBe(403);
  });

  test('a name is taken once per owner, also in other capitals', async () => {
    const body = await request();
    await create(body);
    const again = await create(await request(ana.scope, { name: body.name.toUpperCase() }));
    expect(again).toMatchObject({
      status: 409,
      body: {
        errors: [{ code: 'channel.name_taken', field: 'name', message: `${body.name.toUpperCase()} already exists` }],
      },
    });
    const ben = await world.server.addPerson({ isEducator: true });
    expect((await create(await request(ben.scope, { name: body.name }), ben)).status).toBe(200);
  });

  test.each([
    ['a', 400],
    ['ab', 200],
    ['b'.repeat(50), 200],
    ['b'.repeat(51), 400],
  ])('D-123 a name of %s: %i', async (name, status) => {
    const person = await world.server.addPerson({ isEducator: true });
    expect((await create(await request(person.scope, { name }), person)).status).toBe(status);
  });

  test('PUB-035 PUB-036 D-124 logo and cover are required, of 320x320 and 1372x392 px at least, and the owner’s own', async () => {
    const body = await request();
    for (const field of ['logoImage', 'coverImage', 'name'])
      expect((await create({ ...body, [field]: undefined })).status, field).toBe(400);
    const refused = async (facts: object) => (await create({ ...body, ...facts })).body.errors[0];
    expect(await refused({ logoImage: await world.addPicture(ana.scope, 320, 300) })).toMatchObject({
      code: 'channel.picture_small',
      field: 'logoImage',
      message: 'The logo must have at least 320x320 px.',
    });
    expect(await refused({ coverImage: await world.addPicture(ana.scope, 1300, 392) })).toMatchObject({
      code: 'channel.picture_small',
      field: 'coverImage',
      message: 'The cover must have at least 1372x392 px.',
    });
    expect(await refused({ coverImage: await world.addPicture(mia.scope) })).toMatchObject({ code: 'file.missing' });
    expect((await create(body)).status).toBe(200);
  });
});

describe('a subchannel', () => {
  test('PUB-047 PUB-057 D-126 belongs to an organization, at most two levels below a channel of the same community', async () => {
    const nora = await world.server.addPerson({ isEducator: true });
    const scope = await world.addOrganization(nora);
    const first = await request(scope);
    await create(first, nora, scope);
    const below = async (parentId: string, communityId = first.communityId) => {
      const body = await request(scope, { communityId, parentId });
      return { id: body.id, answer: await createBelow(body, nora, scope) };
    };
    const second = await below(first.id);
    expect(second.answer.body).toMatchObject({ channelLevel: 1, parentChannel: first.id, sportId: 'soccer' });
    const third = await below(second.id);
    expect(third.answer.body).toMatchObject({ channelLevel: 2, parentChannel: second.id });
    expect(codeOf((await below(third.id)).answer)).toBe('channel.too_deep');
    expect(codeOf((await below(first.id, await world.addCommunity(scope))).answer)).toBe('channel.no_community');

    const own = await world.addChannel(nora);
    const ofPerson = await request(nora.scope, { parentId: own });
    expect(codeOf(await createBelow(ofPerson, nora, nora.scope))).toBe('access.denied');
    expect(codeOf((await below(own)).answer)).toBe('access.not_found');
  });
});

describe('editing', () => {
  test('changes what is sent and nothing else, and brings the new name to the contents', async () => {
    const body = await request(ana.scope, { description: 'Old' });
    await create(body);
    const { contentId } = await publishOn(body.id);
    const before = await contentVersion(contentId);
    const logoImage = await world.addPicture(ana.scope, 400, 400);
    const edited = await call(`PUT /channels/${body.id}`, { name: `New ${body.name}`, logoImage });
    expect(edited.body).toMatchObject({
      name: `New ${body.name}`,
      description: 'Old',
      logoImage: `/pictures/${logoImage.slice(0, 32)}.jpg`,
      coverImage: `/pictures/${body.coverImage.slice(0, 32)}.jpg`,
    });
    expect(await contentVersion(contentId)).toBeGreaterThan(before);
    expect((await call(`PUT /channels/${body.id}`, { description: '' })).body).toMatchObject({
      name: `New ${body.name}`,
      description: '',
    });
  });

  test('is refused for a taken name, a small picture, and another person’s channel', async () => {
    const [one, two] = [await request(), await request()];
    await create(one);
    await create(two);
    expect(codeOf(await call(`PUT /channels/${two.id}`, { name: one.name }))).toBe('channel.name_taken');
    expect(
      codeOf(await call(`PUT /channels/${two.id}`, { coverImage: await world.addPicture(ana.scope, 800, 392) })),
    ).toBe('channel.picture_small');
    expect(codeOf(await call(`PUT /channels/${await world.addChannel(mia)}`, { name: 'Mine now' }))).toBe(
      'access.not_found',
    );
  });
});

const publishOn = async (channelId: string) => {
  const contentId = await world.addContent(ana);
  const { id } = await world.publish(ana, { channelId, contentId });
  return { contentId, id };
};
const contentVersion = async (id: string): Promise<number> =>
  (await world.db.selectFrom('contents').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

describe('deleting', () => {
  test('D-127 a channel with content or subchannels stays; without them it goes, with its follows', async () => {
    const nora = await world.server.addPerson({ isEducator: true });
    const scope = await world.addOrganization(nora);
    const parent = await request(scope);
    await create(parent, nora, scope);
    const child = await request(scope, { communityId: parent.communityId, parentId: parent.id });
    await createBelow(child, nora, scope);
    const remove = (id: string) => call(`DELETE /channels/${id}`, undefined, nora, scope);
    expect(codeOf(await remove(parent.id))).toBe('channel.has_subchannels');
    await call(`POST /channels/${child.id}/follow`, {}, mia);
    expect((await remove(child.id)).status).toBe(204);
    expect((await remove(parent.id)).status).toBe(204);
    expect((await call('GET /channels/my', undefined, nora, scope)).body.count).toBe(0);
    const followed = await call('GET /channels/followed', undefined, mia);
    expect(followed.body.results.map(({ id }: { id: string }) => id)).not.toContain(child.id);
  });

  test('content that was unpublished does not keep its channel; the content stays in the library', async () => {
    const body = await request();
    await create(body);
    const { contentId, id } = await publishOn(body.id);
    expect(codeOf(await call(`DELETE /channels/${body.id}`))).toBe('channel.has_content');
    await call(`DELETE /published-contents/${id}`);
    expect((await call(`DELETE /channels/${body.id}`)).status).toBe(204);
    expect(codeOf(await call(`GET /channels/${body.id}`))).toBe('access.not_found');
    const content = await world.db
      .selectFrom('contents')
      .select('publication_id')
      .where('id', '=', contentId)
      .executeTakeFirstOrThrow();
    expect(content.publication_id).toBeNull();
  });

  test('another person’s channel stays', async () => {
    const theirs = await world.addChannel(mia);
    expect(codeOf(await call(`DELETE /channels/${theirs}`))).toBe('access.not_found');
  });
});
