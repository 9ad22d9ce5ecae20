import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { SUPPORT_REQUESTS_PER_DAY } from '#contract/support-limits.ts';
import { joinMarks, THIS_BUILD } from '#contract/tables.ts';
import { handlers } from '#server/handlers.ts';
import { supportMailWork } from '#server/jobs/support-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let ana: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [] }, { TRUSTED_PROXIES: 'loopback' });
  ana = await server.addPerson({ username: 'ana' });
});
afterAll(() => server.close());

const message = (facts: Record<string, unknown> = {}) => ({
  id: newId(),
  kind: 'contact',
  topic: 'My channel',
  message: 'How do I hide a channel?',
  ...facts,
});
const write = (input: Record<string, unknown>, as = ana) => server.call('POST /support/messages', input, { as });
const asGuest = (input: Record<string, unknown>, from = '192.0.2.1') =>
  server.call('POST /support/guest-messages', input, { headers: { 'X-Forwarded-For': from } });
const guestMessage = (facts: Record<string, unknown> = {}) => ({
  id: newId(),
  topic: 'Sign in',
  message: 'I do not get a code.',
  email: 'leo@example.org',
  ...facts,
});
/** The jobs that a message has. */
const jobsOf = async (id: string): Promise<{ requestId: string; isGuest: boolean }[]> =>
  (
    await server.services.database.pool.query(
      `select data from jobs.job where name = 'support.mail' and data->>'requestId' = $1`,
      [id],
    )
  ).rows.map(({ data }) => data);
const runJobsOf = async (id: string, services = server.services) => {
  for (const job of await jobsOf(id)) await supportMailWork(services).run(job, new AbortController().signal);
};
const mailsWith = async (text: string) =>
  (await server.services.database.db.selectFrom('dev_messages').selectAll().execute()).filter(({ body }) =>
    body.includes(text),
  );
/** The message among the own rows of the person's devices. */
const syncedRow = async (id: string, as = ana) =>
  (await server.call(`GET /sync?tables=${encodeURIComponent(joinMarks(THIS_BUILD))}`, undefined, { as })).body.changes
    .flatMap(({ rows }: { rows: { supportRequests?: { id: string }[] } }) => rows.supportRequests ?? [])
    .find((row: { id: string }) => row.id === id);

test('NAV-086 NAV-087 D-170 a message is kept, mailed once to the support address with everything it says, and its writer sees how far it is', async () => {
  const input = message({
    kind: 'technical',
    topic: 'Upload\r\nBcc: all@example.org',
    message: 'The upload of my film waits since yesterday.',
    diagnostics: 'Sideline 1.2.0\nUpload: NoInternet',
  });
  const answer = await write(input);
  expect(answer.body).toMatchObject({ id: input.id, kind: 'technical', state: 'received', screenshot: null });
  // Under another key, as after a restored device: the same row, no second mail.
  expect((await write(input)).body).toEqual(answer.body);
  expect(await syncedRow(input.id)).toEqual(answer.body);
  expect(await jobsOf(input.id)).toHaveLength(1);

  // While the mail server is away the job fails and the message waits.
  const mail = { ...server.services.mail, send: () => Promise.reject(new Error('away')) };
  await expect(runJobsOf(input.id, { ...server.services, mail })).rejects.toThrow('away');
  expect((await syncedRow(input.id)).state).toBe('received');
  await runJobsOf(input.id);
  await runJobsOf(input.id);
  const mails = await mailsWith('The upload of my film');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.destination).toBe(server.services.config.supportEmail);
  expect(mails[0]!.subject).toBe('Sideline: Upload Bcc: all@example.org');
  for (const part of ['ana', 'Reply to: ana@example.org', `/profile/${ana.userId}`, 'Upload: NoInternet'])
    expect(mails[0]!.body).toContain(part);
  expect((await syncedRow(input.id)).state).toBe('sent');
});

test('another reply address than that of the account, and a picture that the person sent before', async () => {
  const sha256 = 'a1'.repeat(32);
  await server.services.database.db
    .insertInto('files')
    .values({
      scope: ana.scope,
      sha256,
      picture: '/pictures/shown.jpg',
      content_type: 'image/jpeg',
      size: 1,
      width: 9,
      height: 9,
    })
    .execute();
  const input = message({ message: 'See the picture, please.', screenshot: sha256, email: 'Club@Example.org' });
  expect((await write(input)).body.screenshot).toBe('/pictures/shown.jpg');
  await runJobsOf(input.id);
  const [mail] = await mailsWith('See the picture');
  expect(mail!.body).toContain('Reply to: club@example.org');
  expect(mail!.body).toContain(`Picture: ${server.services.config.publicUrl}/pictures/shown.jpg`);
  // Nobody refers to the picture of somebody else.
  const mia = await server.addPerson();
  const theirs = await write(message({ screenshot: sha256 }), mia);
  expect(theirs.body.errors[0].code).toBe('file.missing');
  expect((await write({ ...input, topic: 'Mine now' }, mia)).status).toBe(404);
});

test('D-170 the bounds of subject and message, on both sides', async () => {
  const person = await server.addPerson();
  const status = async (facts: Record<string, unknown>) => (await write(message(facts), person)).status;
  expect(await status({ message: 'a'.repeat(10), topic: 'ab' })).toBe(200);
  expect(await status({ message: '😀'.repeat(1000), topic: 'b'.repeat(100) })).toBe(200);
  for (const facts of [
    { message: 'a'.repeat(9) },
    { message: ` ${'a'.repeat(9)} ` },
    { message: 'a'.repeat(2001) },
    { topic: 'a' },
    { topic: 'a'.repeat(101) },
    { email: 'no address' },
    { kind: 'sales' },
  ])
    expect(await status(facts), JSON.stringify(facts).slice(0, 40)).toBe(400);
});

test('one person writes a limited number of messages a day; the refusal keeps nothing', async () => {
  const eager = await server.addPerson();
  for (let n = 0; n < SUPPORT_REQUESTS_PER_DAY; n++) expect((await write(message(), eager)).status).toBe(200);
  const refused = message();
  expect((await write(refused, eager)).body.errors[0].code).toBe('support.limit');
  expect(await jobsOf(refused.id)).toEqual([]);
  expect((await write(message())).status).toBe(200);
});

test('NAV-087 without an account a message needs an address, is mailed once, and is limited for each network', async () => {
  const input = guestMessage({ message: 'I never got the code of yesterday.' });
  expect((await asGuest(input)).status).toBe(204);
  expect((await asGuest(input)).status).toBe(204);
  await runJobsOf(input.id);
  await runJobsOf(input.id);
  const mails = await mailsWith('the code of yesterday');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toContain('Reply to: leo@example.org');
  for (const email of [undefined, '', 'nobody'])
    expect((await asGuest(guestMessage({ email }), '192.0.2.9')).status).toBe(400);
  for (let n = 0; n < 3; n++) expect((await asGuest(guestMessage())).status).toBe(204);
  const refused = await asGuest(guestMessage());
  expect([refused.status, refused.body.errors[0].code]).toEqual([429, 'request.too_often']);
  expect((await asGuest(guestMessage(), '192.0.2.2')).status).toBe(204);
});
