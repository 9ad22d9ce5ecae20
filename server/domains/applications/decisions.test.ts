import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEncryptedPdf, makePdf } from '#server/adapters/media/pdf.fixtures.ts';
import { grantSuperadmin, revokeSuperadmin } from '#server/launch/grant.ts';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import { pictureFile } from '#tests/support/media.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { coaching, LICENSE, science, strongCoaching } from './applications.fixtures.ts';
import { mailDecision } from './mail.ts';

let server: TestServer;
let operator: TestPerson;
beforeAll(async () => {
  server = await startAccounts();
  operator = await server.addPerson({ isSuperadmin: true });
});
afterAll(() => server.close());

const rows = () => server.services.database.db;
/** Somebody who has signed up and has no role yet. */
const newPerson = () => server.addPerson({ isLearner: false, isComplete: false });
const register = (as: TestPerson, body: unknown) => server.call('POST /registration/creator', body, { as });
const notices = (userId: string) =>
  rows().selectFrom('notifications').select(['kind', 'link', 'recipient_type']).where('user_id', '=', userId).execute();

describe('the decision', () => {
  const decide = (id: string, status: string, as = operator) =>
    server.call(`PUT /admin/applications/${id}`, { status, reason: 'We called the club.' }, { as });
  const mailsTo = (destination: string) =>
    rows().selectFrom('dev_messages').select(['body']).where('destination', '=', destination).execute();

  test('APP-031, D-293: only a superadmin sees and decides; the reason is kept, and the person is told', async () => {
    const as = await newPerson();
    const { id } = (await register(as, coaching())).body.application;
    for (const who of [as, await server.addPerson({ isEducator: true })]) {
      expect((await decide(id, 'approved', who)).status).toBe(404);
      expect((await server.call('GET /admin/applications', undefined, { as: who })).status).toBe(404);
      expect((await server.call(`GET /admin/applications/${id}`, undefined, { as: who })).status).toBe(404);
    }
    const listed = await server.call('GET /admin/applications?status=pending&limit=100', undefined, { as: operator });
    expect(hasShape('applications.list', listed)).toBe(true);
    expect(listed.body.results.map((one: { id: string }) => one.id)).toContain(id);
    const read = await server.call(`GET /admin/applications/${id}`, undefined, { as: operator });
    expect(hasShape('applications.read', read)).toBe(true);
    expect(read.body.answers[0]).toEqual({
      question: 'How many years have you played Soccer?',
      category: 'Playing Experience',
      answer: 1,
    });
    expect((await decide(id, 'approved')).body.status).toBe('approved');
    expect(problemOf(await decide(id, 'denied'))).toMatchObject({ status: 409, code: 'application.decided' });
    expect((await server.call('GET /communities/approved', undefined, { as })).body.results).toHaveLength(1);
    expect((await notices(as.userId)).map(({ kind }) => kind)).toContain('application_approved');
    // The standard code comes with the approval.
    expect((await server.call('GET /affiliate-codes/my', undefined, { as })).body.results).toMatchObject([
      { type: 'standard', status: 'Active', customerMarketingFeeUnit: 'percent', customerMarketingFeeValue: 10 },
    ]);
    await mailDecision(server.services, { about: 'application', id });
    const { email } = await rows()
      .selectFrom('users')
      .select('email')
      .where('id', '=', as.userId)
      .executeTakeFirstOrThrow();
    expect((await mailsTo(email))[0]!.body).toContain('We called the club.');
    const acts = await rows()
      .selectFrom('operator_acts')
      .select(['actor_id', 'act', 'reason'])
      .where('subject_id', '=', id)
      .execute();
    expect(acts).toEqual([{ actor_id: operator.userId, act: 'application.approved', reason: 'We called the club.' }]);
  });

  test('D-222 who is approved at once is told the same as who is approved by a person, in the app and by mail', async () => {
    const told = async (application: unknown, isByPerson: boolean) => {
      const as = await newPerson();
      const { id, status } = (await register(as, application)).body.application;
      expect(status).toBe(isByPerson ? 'pending' : 'approved');
      if (isByPerson) expect((await decide(id, 'approved')).body.status).toBe('approved');
      await mailDecision(server.services, { about: 'application', id });
      const { email } = await rows()
        .selectFrom('users')
        .select('email')
        .where('id', '=', as.userId)
        .executeTakeFirstOrThrow();
      const notifications = await rows()
        .selectFrom('notifications')
        .select(['kind', 'title', 'text', 'link', 'link_title as linkTitle', 'recipient_type as recipientType'])
        .where('user_id', '=', as.userId)
        .where('kind', 'like', 'application%')
        .execute();
      const mails = await rows()
        .selectFrom('dev_messages')
        .select('subject')
        .where('destination', '=', email)
        .execute();
      return { notifications, mails };
    };
    const atOnce = await told(strongCoaching(), false);
    expect(atOnce.notifications).toMatchObject([{ kind: 'application_approved', link: '/channels' }]);
    expect(atOnce.mails).toHaveLength(1);
    expect(atOnce).toEqual(await told(coaching(), true));
  });

  test('D-233, D-267: a denied Creator has the role no longer, and can apply again after 90 days', async () => {
    const as = await newPerson();
    const { id } = (await register(as, coaching())).body.application;
    expect(problemOf(await register(as, coaching())).code).toBe('application.exists');
    await decide(id, 'denied');
    const me = async () => (await server.call('GET /users/me', undefined, { as })).body;
    expect(await me()).toMatchObject({ isEducator: false, isEducatorRoleAvailable: false, lastLoginedRole: 'learner' });
    expect((await notices(as.userId)).find(({ kind }) => kind === 'application_denied')).toEqual({
      kind: 'application_denied',
      link: '/finish-info',
      recipient_type: 'learner',
    });
    expect(problemOf(await register(as, coaching()))).toMatchObject({ status: 409, code: 'application.too_early' });

    await rows()
      .updateTable('applications')
      .set({ decided_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    await housekeepingWork(server.services).run({}, new AbortController().signal);
    expect((await me()).isEducatorRoleAvailable).toBe(true);
    expect((await register(as, strongCoaching())).body.application.status).toBe('approved');
    expect(await me()).toMatchObject({ isEducator: true });
  });

  test('a denial for one sport leaves the role that another sport gave', async () => {
    const as = await newPerson();
    await register(as, strongCoaching());
    const { id } = (await register(as, coaching({ sport: 'golf' }))).body.application;
    await decide(id, 'denied');
    expect((await server.call('GET /users/me', undefined, { as })).body).toMatchObject({
      isEducator: true,
      lastLoginedRole: 'educator',
    });
  });
});

test('npm run grant-superadmin: only then a person may decide, and it is among the operator’s acts', async () => {
  const as = await server.addPerson({ username: 'futureoperator' });
  const list = () => server.call('GET /admin/applications', undefined, { as });
  expect((await list()).status).toBe(404);
  const { pool } = server.services.database;
  expect(await grantSuperadmin(pool as never, 'nobody-here')).toBe(false);
  expect(await grantSuperadmin(pool as never, 'FutureOperator')).toBe(true);
  expect((await list()).status).toBe(200);
  const acts = await rows().selectFrom('operator_acts').select('act').where('subject_id', '=', as.userId).execute();
  expect(acts).toEqual([{ act: 'superadmin.granted' }]);
});

test('npm run revoke-superadmin: from then on a person decides nothing, and their sessions in accounts of others have ended', async () => {
  const [as, ben] = [await server.addPerson({ username: 'formeroperator' }), await server.addPerson()];
  const { pool } = server.services.database;
  const list = () => server.call('GET /admin/applications', undefined, { as });
  expect(await revokeSuperadmin(pool as never, 'formeroperator')).toBe(false);
  await grantSuperadmin(pool as never, 'formeroperator');
  const session = rows().updateTable('sessions').where('user_id', '=', ben.userId);
  await session.set({ operator_id: as.userId }).execute();
  expect((await list()).status).toBe(200);
  const ofBen = () => server.call('GET /users/me', undefined, { as: ben });
  expect((await ofBen()).status).toBe(200);
  expect(await revokeSuperadmin(pool as never, 'FormerOperator')).toBe(true);
  expect([(await list()).status, (await ofBen()).status]).toEqual([404, 401]);
  const acts = await rows().selectFrom('operator_acts').select('act').where('subject_id', '=', as.userId).execute();
  expect(acts.map(({ act }) => act).toSorted()).toEqual(['superadmin.granted', 'superadmin.revoked']);
});

describe('drafts and documents', () => {
  const send = async (as: TestPerson, bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest('hex')) => {
    const answer = await fetch(`${server.url}/api/application-documents/${sha256}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, body: await answer.json(), sha256 };
  };

  test('a draft is resumed on any device; of two tabs the one with the older version is told', async () => {
    const as = await newPerson();
    const path = '/application-drafts/coaching-soccer';
    const save = (version: number | undefined, step: string) =>
      server.call(
        `PUT ${path}`,
        { ...(version !== undefined && { version }), step, data: { roles: ['coach'], at: step } },
        { as },
      );
    expect((await server.call(`GET ${path}`, undefined, { as })).body).toMatchObject({ version: 0, data: null });
    expect((await save(0, 'roles')).body.version).toBe(1);
    expect((await save(1, 'questions')).body.version).toBe(2);
    expect(problemOf(await save(1, 'other tab'))).toMatchObject({ status: 409, code: 'application.draft_changed' });
    expect((await server.call(`GET ${path}`, undefined, { as })).body).toMatchObject({
      version: 2,
      step: 'questions',
      data: { roles: ['coach'], at: 'questions' },
    });
    expect((await save(undefined, 'taken over')).body.version).toBe(3);
    expect((await server.call(`GET ${path}`, undefined, { as: await newPerson() })).body.version).toBe(0);
    expect((await server.call(`DELETE ${path}`, undefined, { as })).status).toBe(204);
    expect((await server.call(`GET ${path}`, undefined, { as })).body.version).toBe(0);
    for (const name of ['coaching', 'library', 'science-'])
      expect((await server.call(`GET /application-drafts/${name}`, undefined, { as })).status).toBe(400);
    for (let at = 0; at < 20; at += 1)
      await server.call(
        `PUT /application-drafts/coaching-sport-${at}`,
        { version: 0, step: 'roles', data: {} },
        { as },
      );
    expect(problemOf(await save(0, 'roles')).code).toBe('application.drafts_full');
    const large = await server.call(
      `PUT /application-drafts/coaching-sport-1`,
      { step: 'roles', data: { a: 'x'.repeat(40_000) } },
      { as },
    );
    expect(large.status).toBe(400);
  });

  test('documents are kept for the person and the operator, who gets them as downloads', async () => {
    const as = await newPerson();
    const pdf = makePdf([{ content: '' }]);
    const kept = await send(as, pdf);
    expect(kept).toMatchObject({ status: 200, body: { contentType: 'application/pdf', size: pdf.length } });
    expect(await send(as, pdf)).toEqual(kept);
    const picture = await send(as, await readFile(await pictureFile('png', 320, 200)));
    expect(picture.body.contentType).toBe('image/jpeg');
    const documents = [
      { sha256: kept.sha256, name: 'license.pdf' },
      { sha256: picture.sha256, name: 'scan.png' },
    ];
    const stranger = await register(await newPerson(), science({ licenseInformation: { ...LICENSE, documents } }));
    expect(problemOf(stranger).code).toBe('application.document_missing');
    const { id } = (await register(as, science({ licenseInformation: { ...LICENSE, documents } }))).body.application;
    const read = await server.call(`GET /admin/applications/${id}`, undefined, { as: operator });
    expect(read.body.documents.map(({ name }: { name: string }) => name)).toEqual(['license.pdf', 'scan.png']);
    const get = (who: TestPerson, sha256: string) =>
      fetch(`${server.url}/api/admin/applications/${id}/documents/${sha256}`, {
        headers: { Authorization: `Bearer ${who.token}` },
      });
    const download = await get(operator, kept.sha256);
    expect(download.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true);
    expect((await get(as, kept.sha256)).status).toBe(404);
    expect((await get(operator, 'a'.repeat(64))).status).toBe(404);
  });

  test('a PDF with a password, a picture bomb, another kind of file, wrong bytes and a scan of 50 MB are refused in plain words', async () => {
    const as = await newPerson();
    const codeOf = ({ body }: Awaited<ReturnType<typeof send>>) => body.errors[0].code;
    expect(codeOf(await send(as, makeEncryptedPdf([{ content: '' }], 'secret')))).toBe(
      'application.document_encrypted',
    );
    const bomb = await readFile(await pictureFile('png', 320, 200));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(codeOf(await send(as, bomb))).toBe('file.too_many_pixels');
    expect(codeOf(await send(as, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toBe(
      'application.document_unreadable',
    );
    expect(codeOf(await send(as, Buffer.from('%PDF-1.7 and nothing')))).toBe('application.document_unreadable');
    expect(codeOf(await send(as, Buffer.from('x'), 'b'.repeat(64)))).toBe('file.wrong_digest');
    expect(
      await rows().selectFrom('application_documents').select('sha256').where('user_id', '=', as.userId).execute(),
    ).toEqual([]);
    const large = await send(as, Buffer.alloc(10_000_001, 1));
    expect([large.status, codeOf(large)]).toEqual([413, 'application.document_too_large']);
  });
});
