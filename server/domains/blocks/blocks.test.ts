import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { BLOCKS_MAX } from '#contract/limits.ts';
import { joinMarks, THIS_BUILD } from '#contract/tables.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
let leo: TestPerson;
let published: { id: string; channelId: string };
beforeAll(async () => {
  community = await startCommunity();
});
afterAll(() => community.server.close());
beforeEach(async () => {
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
  leo = await community.server.addPerson({ isEducator: true });
  published = await community.publish(ana, { pricing: 'free' });
});

const call = (line: string, body: unknown, as: TestPerson, scope?: string) =>
  community.server.call(line, body, { as, ...(scope && { scope }) });
const block = (as: TestPerson, whom: TestPerson) =>
  call(`PUT /blocks/${whom.userId}`, { name: 'Somebody', userPhoto: null }, as);
const unblock = (as: TestPerson, whom: TestPerson) => call(`DELETE /blocks/${whom.userId}`, undefined, as);
const stars = { Relevance: 5, Helpful: 4, Engaging: 3 };
const rate = (as: TestPerson, comment?: string | null, id = published.id) =>
  call(`PUT /ratings/${id}`, { contentItemRatings: stars, ...(comment !== undefined && { comment }) }, as);
const one = (by: TestPerson) => `/ratings/${published.id}/comments/${by.userId}`;
const commentsFor = async (as: TestPerson) => (await call(`GET /ratings/${published.id}/comments`, undefined, as)).body;
const ownBlocks = async (as: TestPerson) => {
  const { body } = await call(`GET /sync?tables=${joinMarks(THIS_BUILD)}`, undefined, as);
  return body.changes.flatMap(({ rows }: { rows: { blocks?: unknown[] } }) => rows.blocks ?? []);
};
const kindsOf = async (person: TestPerson) =>
  (await community.notificationsOf(person))
    .filter(({ link }) => link?.includes(published.channelId))
    .map(({ kind }) => kind);
const usernameOf = async ({ userId }: TestPerson) =>
  (await community.db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow())
    .username;

/** Both directions of a block between two people: who blocks, and who is blocked. */
const directions = () =>
  [
    ['who blocks', () => block(leo, mia)],
    ['who is blocked', () => block(mia, leo)],
  ] as const;

describe.each(directions())('%s', (_of, begin) => {
  /** Leo meets Mia: what each place has for him, or does for him, before, during and after a block between the two. */
  const meet = async (place: () => Promise<boolean>) => {
    expect(await place()).toBe(true);
    expect((await begin()).status).toBe(204);
    expect(await place()).toBe(false);
    await unblock(leo, mia);
    await unblock(mia, leo);
    expect(await place()).toBe(true);
  };

  test('sees no comment of the other, and the count says so', () =>
    rate(mia, 'From the side?').then(() =>
      meet(async () => {
        const { count, results } = await commentsFor(leo);
        expect(results).toHaveLength(count);
        // Others see it in any case.
        expect((await commentsFor(ana)).count).toBe(1);
        return count === 1;
      }),
    ));

  test('as the Creator sees no comment of the other in the list of all', async () => {
    const owned = await community.publish(leo, { pricing: 'free' });
    await rate(mia, 'From the side?', owned.id);
    await meet(async () => (await call('GET /comments', undefined, leo)).body.count === 1);
  });

  test('is not offered the other to mention', async () => {
    await rate(mia, 'From the side?');
    await meet(async () =>
      (await call(`GET /ratings/${published.id}/people`, undefined, leo)).body.results.some(
        ({ id }: { id: string }) => id === mia.userId,
      ),
    );
  });

  test('has no link to the other in a comment that names them, also in the own one; the link of others stays', async () => {
    await rate(leo, `Ask @${await usernameOf(mia)}`);
    await meet(async () => {
      const mentions = async (as: TestPerson) => (await commentsFor(as)).results[0].mentions;
      expect(await mentions(ana)).toHaveLength(1);
      return (await mentions(leo)).length === 1;
    });
  });

  test('cannot like a comment of the other', async () => {
    await rate(mia, 'From the side?');
    await meet(async () => {
      const { status, body } = await call(`PUT ${one(mia)}/like`, {}, leo);
      if (status !== 204) expect(body.errors[0].code).toBe('comment.gone');
      return status === 204;
    });
  });

  test('sees name, username and picture of the other’s profile and nothing else, by every call', async () => {
    await community.db
      .updateTable('profiles')
      .set({
        about_me: 'I run.',
        city: 'Leeds',
        banner_image: '/pictures/banner.jpg',
        visibility: sql`(select jsonb_object_agg(key, true) from jsonb_each(visibility))`,
      })
      .where('user_id', '=', mia.userId)
      .execute();
    await community.db
      .insertInto('contacts')
      .values({ id: newId(), scope: mia.scope, title: 'Page', social_link: 'https://example.org/', position: 0 })
      .execute();
    await community.addChannel(mia);
    const { profileId } = (await call(`GET /profiles/${mia.userId}`, undefined, leo)).body;
    const base = `/${mia.userId}/profiles/sports/${profileId}`;
    const whole = async () => {
      const page = (await call(`GET /profiles/${mia.userId}`, undefined, leo)).body;
      expect(page).toMatchObject({ name: 'Ana Test', username: await usernameOf(mia), photo: null, isOwner: false });
      return {
        page: [page.basic, page.contacts?.length, page.channels.length, page.bannerImage, page.personal],
        basic: (await call(`GET ${base}/basic-info`, undefined, leo)).body,
        personal: (await call(`GET ${base}/personal-info`, undefined, leo)).body,
        contacts: (await call(`GET ${base}/contact-info`, undefined, leo)).body.count,
      };
    };
    const before = await whole();
    expect(before).toMatchObject({
      page: [{ aboutMe: 'I run.' }, 1, 1, '/pictures/banner.jpg', { city: 'Leeds' }],
      basic: { aboutMe: 'I run.' },
      personal: { city: 'Leeds', bannerImage: '/pictures/banner.jpg' },
      contacts: 1,
    });
    await begin();
    const hidden = await whole();
    expect(hidden).toMatchObject({ page: [{}, undefined, 0, null, {}], basic: {}, contacts: 0 });
    expect(JSON.stringify(hidden)).not.toMatch(/I run|Leeds|banner\.jpg/);
    await unblock(leo, mia);
    await unblock(mia, leo);
    expect(await whole()).toEqual(before);
  });

  test('cannot make the other an administrator: not by the picker, by the id, or by the address', async () => {
    const scope = await community.addOrganization(leo);
    const id = scope.slice('org:'.length);
    const { email } = await community.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', mia.userId)
      .executeTakeFirstOrThrow();
    await community.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', mia.userId)
      .execute();
    const search = await usernameOf(mia);
    const picked = async () => (await call(`GET /users?search=${search}`, undefined, leo, scope)).body.count;
    expect(await picked()).toBe(1);
    await begin();
    expect(await picked()).toBe(0);
    const byId = await call(`POST /organizations/${id}/admins/invite-by-users`, { user_ids: [mia.userId] }, leo, scope);
    expect(byId.body).toMatchObject({ invited: [], errors: [{ code: 'access.not_found' }] });
    const byAddress = await call('POST /invites/administrator', { email }, leo, scope);
    expect(byAddress.body.errors[0].code).toBe('invite.opted_out');
    expect((await community.notificationsOf(mia)).map(({ kind }) => kind)).not.toContain('admin_invited');
    await unblock(leo, mia);
    await unblock(mia, leo);
    expect((await call('POST /invites/administrator', { email }, leo, scope)).status).toBeLessThan(300);
  });
});

describe('notifications', () => {
  describe.each([
    ['the Creator blocks', () => block(ana, mia)],
    ['the Creator is blocked', () => block(mia, ana)],
  ] as const)('%s', (_of, begin) => {
    test('neither hears of what the other does: comment, mention, like, answer, new member', async () => {
      await rate(mia, 'From the side?');
      const before = [await kindsOf(ana), await kindsOf(mia)];
      expect(before[0]).toEqual(['new_comment_educator']);
      await begin();
      await rate(leo, 'And from behind?');
      expect((await call(`PUT ${one(leo)}/like`, {}, mia)).status).toBe(204);
      expect((await call(`POST /channels/${published.channelId}/follow`, {}, mia)).status).toBe(200);
      const other = await community.publish(leo, { pricing: 'free' });
      await rate(mia, `Ask @${await usernameOf(ana)}`, other.id);
      await rate(ana, `Ask @${await usernameOf(mia)}`, other.id);
      expect((await call(`PUT ${one(mia)}/answer`, { answer: 'Next week.' }, ana)).body.errors[0].code).toBe(
        'comment.gone',
      );
      const about = async (person: TestPerson) =>
        (await community.notificationsOf(person)).map(({ kind }) => kind).toSorted();
      // Of Leo's comment the Creator hears, of Mia's like of it and of her joining not.
      expect(await about(ana)).toEqual(['new_comment_educator', 'new_comment_educator']);
      expect(await about(mia)).toEqual([]);
      expect(await about(leo)).toEqual(
        expect.arrayContaining(['reaction_learner', 'new_comment_educator', 'new_comment_educator']),
      );
    });
  });
});

describe('comments on the contents of the other', () => {
  test.each([
    ['the Creator blocks', () => block(ana, mia)],
    ['the Creator is blocked', () => block(mia, ana)],
  ] as const)(
    '%s: a new text is refused with words; stars count, and the former text stays as it is',
    async (_of, begin) => {
      await rate(mia, 'From the side?');
      await begin();
      const refused = await rate(mia, 'Answer me!');
      expect(refused.status).toBe(403);
      expect(refused.body.errors[0]).toMatchObject({ code: 'rating.comment_blocked', field: 'comment' });
      expect((await rate(mia, 'From the side?')).status).toBe(200);
      expect((await rate(mia)).status).toBe(200);
      expect((await call(`GET /ratings/${published.id}`, undefined, leo)).body).toMatchObject({
        count: 1,
        avgTotal: 4,
      });
      expect((await rate(mia, null)).status).toBe(200);
      expect((await rate(mia, 'And now?')).status).toBe(403);
      await unblock(ana, mia);
      await unblock(mia, ana);
      expect((await rate(mia, 'And now?')).status).toBe(200);
    },
  );

  test('an administrator blocks for themselves: the organization takes the comment, and its other administrators see it', async () => {
    const nora = await community.server.addPerson();
    const scope = await community.addOrganization(nora);
    await community.db
      .insertInto('organization_admins')
      .values({ organization_id: scope.slice('org:'.length), user_id: leo.userId, role: 'Admin' })
      .execute();
    await community.db.updateTable('publications').set({ scope }).where('id', '=', published.id).execute();
    await block(leo, mia);
    expect((await rate(mia, 'From the side?')).status).toBe(200);
    const seen = async (as: TestPerson) => (await call('GET /comments', undefined, as, scope)).body.count;
    expect([await seen(nora), await seen(leo)]).toEqual([1, 0]);
    expect([await kindsOf(nora), await kindsOf(leo)]).toEqual([['new_comment_educator'], []]);
  });

  test('the Creator still sees a comment of a blocked person that an operator hid, and hides it by id; the desk sees all', async () => {
    const operator = await community.server.addPerson({ isSuperadmin: true });
    await rate(mia, 'Rude words');
    await block(ana, mia);
    await block(operator, mia);
    const desk = await call(`GET /admin-discussions/${published.channelId}`, undefined, operator);
    expect(desk.body.count).toBe(1);
    expect((await call('GET /comments', undefined, ana)).body.count).toBe(0);
    expect((await call(`PUT ${one(mia)}/hidden`, { isHidden: true }, ana)).status).toBe(204);
    await community.db
      .updateTable('ratings')
      .set({ removed_at: new Date() })
      .where('publication_id', '=', published.id)
      .execute();
    expect((await call('GET /comments', undefined, ana)).body.results).toMatchObject([{ isRemoved: true }]);
    expect((await commentsFor(ana)).count).toBe(1);
  });
});

describe('the list', () => {
  test('is the own rows of who blocks, and nothing of it reaches who is blocked', async () => {
    await block(leo, mia);
    await block(leo, mia);
    expect(await ownBlocks(leo)).toEqual([
      { id: mia.userId, scope: leo.scope, name: 'Ana Test', userPhoto: null, blockedAt: expect.any(String) },
    ]);
    expect(await ownBlocks(mia)).toEqual([]);
    expect((await community.notificationsOf(mia)).filter(({ text }) => text.includes('block'))).toEqual([]);
    // Who is blocked can neither see nor end it.
    expect((await unblock(mia, leo)).status).toBe(204);
    expect(await ownBlocks(leo)).toHaveLength(1);
    expect((await unblock(leo, mia)).status).toBe(204);
    expect((await unblock(leo, mia)).status).toBe(204);
    expect(await ownBlocks(leo)).toEqual([]);
  });

  test('ends for who ends it: another block of the same person stays', async () => {
    await block(leo, mia);
    await block(ana, mia);
    await unblock(leo, mia);
    expect([(await ownBlocks(leo)).length, (await ownBlocks(ana)).length]).toEqual([0, 1]);
  });

  test('takes people only: nobody themselves, nobody who left, and at most so many, also at once', async () => {
    expect((await block(leo, leo)).body.errors[0].code).toBe('block.self');
    await community.db
      .updateTable('users')
      .set({ deleted_at: new Date(), deletion: '{}' })
      .where('id', '=', mia.userId)
      .execute();
    expect((await block(leo, mia)).body.errors[0].code).toBe('access.not_found');
    await sql`with made as (
        insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id)
        select id, 'user:' || id, 'b' || replace(substr(id::text, 1, 18), '-', ''), id || '@example.org', substr(id::text, 1, 18), 'x', 'B', 'B', 'email', gen_random_uuid()
        from (select gen_random_uuid() as id from generate_series(1, ${BLOCKS_MAX - 1})) as n returning id)
      insert into blocks (scope, user_id, blocked_id) select ${leo.scope}, ${leo.userId}, id from made`.execute(
      community.db,
    );
    const answers = await Promise.all([ana, await community.server.addPerson()].map((whom) => block(leo, whom)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const { count } = await community.db
      .selectFrom('blocks')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', leo.userId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(BLOCKS_MAX);
  });

  test('two people who block each other at once, and one who comments meanwhile, do not wait for each other', async () => {
    const answers = await Promise.all([block(ana, mia), block(mia, ana), rate(mia, 'From the side?'), rate(leo, 'Hi')]);
    for (const { status } of answers) expect([200, 204, 403]).toContain(status);
    await unblock(ana, mia);
    expect((await call(`GET /ratings/${published.id}/comments`, undefined, mia)).status).toBe(200);
    expect((await ownBlocks(mia)).length).toBe(1);
  });
});
