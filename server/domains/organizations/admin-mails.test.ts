import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import { startAccounts } from '../auth/people.fixtures.ts';
import { clubsOf } from './clubs.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const { newClub, byUsers, emailOf, mailsTo } = clubsOf(() => server);

test('D-341 a person of the picker is mailed the invitation once, and whoever refused is not mailed', async () => {
  const [club, other] = [await newClub(), await newClub('Zadar Juniors')];
  const mia = await server.addPerson();
  const email = await emailOf(mia);
  await byUsers(club, club.admin, mia);
  const [mail] = await mailsTo(email);
  expect(mail!.body).toContain('Ana invites you to administer Rijeka Juniors');
  expect(mail!.body).toContain('/organization-invitations');
  expect(await mailsTo(email), 'another run of the job').toHaveLength(1);
  const token = /no-invitations#(\S+)/.exec(mail!.body)![1]!;
  expect((await server.call('POST /invitation-refusals', { token })).status).toBe(204);
  await byUsers(other, other.owner, mia);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('D-341 an address that is not verified is not mailed', async () => {
  const club = await newClub();
  const mia = await server.addPerson();
  await server.services.database.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', mia.userId)
    .execute();
  await byUsers(club, club.admin, mia);
  expect(await mailsTo(await emailOf(mia))).toEqual([]);
});
