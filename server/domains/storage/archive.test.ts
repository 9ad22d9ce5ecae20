import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { FAILS_LATER } from '../invoices/billing.fixtures.ts';
import { startPlans, type PlanStage } from './plans.fixtures.ts';

let stage: PlanStage;
beforeAll(async () => {
  stage = await startPlans();
});
afterAll(() => stage.server.close());

const GB = 1e9;
const MIDDLE = '2031-06-16T00:00:00Z';
const db = () => stage.server.services.database.db;
const areBooksRight = async () => {
  const { differences, sum, ours, theirs } = await stage.books();
  expect({ differences, sum, ours }).toEqual({ differences: [], sum: 0, ours: theirs });
};

/** Has a plan and files of 3, 2, 2 and 1 GB, the oldest first. */
const full = async (planIndex = 1, period: 'month' | 'year' = 'month') => {
  stage.at(MIDDLE);
  const ana = await stage.creator();
  const bought = await stage.ask(ana, 'purchase', { planIndex, period });
  expect(bought.status).toBe(200);
  const files: string[] = [];
  for (const [at, size] of [3, 2, 2, 1].entries())
    files.push(await stage.addFile(ana.scope, size, `2031-0${at + 1}-01T00:00:00Z`));
  return { ana, files };
};
const listed = async (as: TestPerson, filter: string): Promise<string[]> => {
  const answer = await stage.call(`GET /library/contents?filter=${filter}&sort=oldest&page=1`, undefined, { as });
  return answer.body.results.map(({ id }: { id: string }) => id);
};
/** How many mails to a person say this. */
const mailed = (as: TestPerson, words: string) =>
  expect.poll(async () => (await stage.mails(as)).filter((body) => body.includes(words)).length);
const current = async (as: TestPerson) => (await stage.plans(as)).body;

test('D-157, D-158, STO-030, STO-035: cancelling archives from the oldest on until 4 GB fit; archived content is in a list of its own for 30 days', async () => {
  const { ana, files } = await full();
  const seen = await stage.ask(ana, 'preview', { action: 'cancel', planIndex: 0 });
  expect(seen.body).toMatchObject({ archiveBytes: 4 * GB });
  expect(seen.body.explanation).toContain('4.0 GB do not fit the new plan and have to be archived first.');
  const cancelled = await stage.ask(ana, 'cancel', { archiveMode: 'auto_oldest' });
  expect(cancelled.body).toMatchObject({
    archivedContentIds: files.slice(0, 2),
    archivedUntil: '2031-07-16T00:00:00.000Z',
  });
  expect(await stage.room(ana.scope)).toMatchObject({ used: 3 * GB, size: 4 * GB });
  expect(await listed(ana, 'all')).toEqual(files.slice(2));
  expect(await listed(ana, 'archived')).toEqual(files.slice(0, 2));
  expect(await current(ana)).toMatchObject({ archived: { count: 2, bytes: 5 * GB } });
  expect(await stage.notices(ana)).toContain('content_archived');
  await mailed(ana, 'archived, because your content exceeds your storage plan.').toBe(1);
});

test('D-158: archived content is on no channel and cannot be published or copied; Restore needs space', async () => {
  const { ana, files } = await full();
  await stage.ask(ana, 'cancel', {});
  const [oldest] = files;
  const copied = await stage.call(`POST /library/contents/${oldest}/duplicate`, { copyId: newId() }, { as: ana });
  expect(copied.status).toBe(409);
  const row = await stage.call(`GET /library/contents/${oldest}`, undefined, { as: ana });
  expect(row.body).toMatchObject({ archivedUntil: '2031-07-16T00:00:00.000Z', active: false });
  // It can be downloaded.
  expect((await stage.call(`GET /library/contents/${oldest}/download-link`, undefined, { as: ana })).status).not.toBe(
    409,
  );
  const restore = (id: string) => stage.call(`POST /library/contents/${id}/restore`, {}, { as: ana });
  expect(problemOf(await restore(oldest!)).code).toBe('library.out_of_storage');
  await stage.call(`DELETE /library/contents/video/${files[3]}`, undefined, { as: ana });
  const restored = await restore(files[1]!);
  expect(hasShape('storage.restore', restored)).toBe(true);
  expect(restored.body).toMatchObject({ archivedUntil: null, active: true });
  // Again it changes nothing, and takes no room a second time.
  await restore(files[1]!);
  expect(await stage.room(ana.scope)).toMatchObject({ used: 4 * GB });
  // Deleting what is archived frees no room a second time.
  await stage.call(`DELETE /library/contents/video/${oldest}`, undefined, { as: ana });
  expect(await stage.room(ana.scope)).toMatchObject({ used: 4 * GB });
  const mia = await stage.creator(null);
  const foreign = await stage.call(`POST /library/contents/${files[1]}/restore`, {}, { as: mia });
  expect(foreign.status).toBe(404);
});

test('D-157: chosen content is archived, and too little of it changes nothing', async () => {
  const { ana, files } = await full(2);
  await stage.addFile(ana.scope, 4, '2031-05-01T00:00:00Z');
  const body = { planIndex: 1, archiveMode: 'manual' };
  const little = await stage.ask(ana, 'downgrade', { ...body, contentIds: [files[3]] });
  expect(little.status).toBe(409);
  expect(problemOf(little).code).toBe('storage.does_not_fit');
  // Files of others are not there.
  const other = await full();
  const foreign = await stage.ask(ana, 'downgrade', { ...body, contentIds: other.files });
  expect(problemOf(foreign).code).toBe('storage.does_not_fit');
  expect(await current(ana)).toMatchObject({ plan: { index: 2 }, archived: { count: 0 } });
  const done = await stage.ask(ana, 'downgrade', { ...body, contentIds: [files[1]] });
  expect(hasShape('storage.downgrade', done)).toBe(true);
  expect(done.body).toMatchObject({ plan: { index: 1, period: 'month' }, archivedContentIds: [files[1]] });
  expect(await stage.room(ana.scope)).toMatchObject({ used: 10 * GB, size: 10 * GB });
  await areBooksRight();
});

test('D-157: a smaller plan keeps the billing of the year and what is paid of it; the rest is given back', async () => {
  stage.at(MIDDLE);
  const ana = await stage.creator();
  await stage.ask(ana, 'purchase', { planIndex: 2, period: 'year' });
  const other = await stage.ask(ana, 'downgrade', { planIndex: 1, period: 'month' });
  expect(problemOf(other).code).toBe('storage.period_kept');
  const done = await stage.ask(ana, 'downgrade', { planIndex: 1, period: 'year' });
  expect(done.body).toMatchObject({
    plan: { index: 1, period: 'year', currentPeriodEnd: '2032-06-16T00:00:00.000Z' },
    // 199.99 less 99.99, less the provider's fee on that half.
    refund: { refund: 10_000 - 305 },
  });
  await stage.bill();
  expect(await stage.taken(ana)).toBe(19_999 - 9_695);
  await areBooksRight();
});

test('a plan change while a file is on its way: what is reserved is never archived, and a smaller plan waits for it', async () => {
  const { ana } = await full();
  expect((await stage.upload(ana, 0.4)).status).toBe(200);
  await sql`update storage_accounts set reserved = reserved + ${4 * GB} where scope = ${ana.scope}`.execute(db());
  await sql`update storage_accounts set size = size where scope = ${ana.scope}`.execute(db());
  const refused = await stage.ask(ana, 'cancel', {});
  expect(problemOf(refused).code).toBe('storage.does_not_fit');
  expect(await current(ana)).toMatchObject({ plan: { index: 1 }, archived: { count: 0 } });
  await sql`update storage_accounts set reserved = reserved - ${4 * GB} where scope = ${ana.scope}`.execute(db());
  expect((await stage.ask(ana, 'cancel', {})).status).toBe(200);
  const { used, reserved, size } = await stage.room(ana.scope);
  expect(used + reserved).toBeLessThanOrEqual(size);
});

test('a downgrade while another device uploads: whichever comes first, what is stored and promised fits', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { ana } = await full();
    const [cancelled, ...uploads] = await Promise.all([
      stage.ask(ana, 'cancel', {}),
      ...[0.4, 0.4, 0.4].map((size) => stage.upload(ana, size)),
    ]);
    expect([200, 409]).toContain(cancelled.status);
    for (const upload of uploads) expect([200, 409]).toContain(upload.status);
    const { used, reserved, size } = await stage.room(ana.scope);
    expect(used + reserved).toBeLessThanOrEqual(size);
    expect(size).toBe((cancelled.status === 200 ? 4 : 10) * GB);
  }
});

test('D-158: reminders 7 and 1 days before, once each, then it is deleted', async () => {
  const { ana, files } = await full();
  await stage.ask(ana, 'cancel', {});
  const reminders = async () => (await stage.notices(ana)).filter((kind) => kind === 'archive_deletion').length;
  stage.at('2031-07-08T00:00:00Z');
  await stage.bill();
  expect(await reminders()).toBe(0);
  stage.at('2031-07-09T00:10:00Z');
  await stage.bill();
  await stage.bill();
  expect(await reminders()).toBe(1);
  stage.at('2031-07-15T00:10:00Z');
  await stage.bill();
  await stage.bill();
  expect(await reminders()).toBe(2);
  await mailed(ana, 'Archived content will be deleted in').toBe(2);
  expect(await listed(ana, 'archived')).toEqual(files.slice(0, 2));
  stage.at('2031-07-16T00:00:00Z');
  await stage.bill();
  expect(await listed(ana, 'archived')).toEqual([]);
  expect(await listed(ana, 'all')).toEqual(files.slice(2));
  expect(await stage.room(ana.scope)).toMatchObject({ used: 3 * GB });
});

test('D-155: a plan is renewed on the first of the month, once, also when the job is late or runs twice', async () => {
  const { ana } = await full();
  stage.at('2031-07-01T00:10:00Z');
  await Promise.all([stage.bill(), stage.bill()]);
  expect(await stage.taken(ana)).toBe(500 + 999);
  expect(await current(ana)).toMatchObject({
    plan: { status: 'active', currentPeriodEnd: '2031-08-01T00:00:00.000Z' },
  });
  stage.at('2031-08-03T00:00:00Z');
  await stage.bill();
  await stage.bill();
  expect(await stage.taken(ana)).toBe(500 + 2 * 999);
  await areBooksRight();
});

test('D-155: a yearly plan is renewed on its own day', async () => {
  stage.at(MIDDLE);
  const ana = await stage.creator();
  await stage.ask(ana, 'purchase', { planIndex: 3, period: 'year' });
  stage.at('2032-06-15T00:00:00Z');
  await stage.bill();
  expect(await stage.taken(ana)).toBe(29_999);
  stage.at('2032-06-16T00:10:00Z');
  await stage.bill();
  expect(await stage.taken(ana)).toBe(2 * 29_999);
  expect(await current(ana)).toMatchObject({ plan: { currentPeriodEnd: '2033-06-16T00:00:00.000Z' } });
  await areBooksRight();
});

test('D-160: while a plan is not paid uploads are refused; paying opens it again', async () => {
  const { ana } = await full(2);
  const failing = await stage.addCard(ana, FAILS_LATER);
  await stage.call('PUT /payment-methods/preferred', { payment_method_id: failing }, { as: ana });
  stage.at('2031-07-01T00:10:00Z');
  await stage.bill();
  const seen = await current(ana);
  expect(seen).toMatchObject({ plan: { index: 2, status: 'unpaid' }, fallsAt: expect.stringContaining('2031-07-15') });
  expect(await stage.notices(ana)).toContain('plan_unpaid');
  await mailed(ana, 'Uploads wait until it is paid.').toBe(1);
  const refused = await stage.upload(ana, 0.1);
  expect(problemOf(refused).code).toBe('library.out_of_storage');
  expect(problemOf(await stage.ask(ana, 'upgrade', { planIndex: 3, period: 'month' })).code).toBe('storage.unpaid');
  await stage.addCard(ana);
  const paid = await stage.call(`POST /invoices/${seen.openInvoiceId}/pay`, {}, { as: ana });
  expect(paid.body).toMatchObject({ status: 'succeeded' });
  expect(await current(ana)).toMatchObject({
    plan: { index: 2, status: 'active' },
    fallsAt: null,
    openInvoiceId: null,
  });
  expect((await stage.upload(ana, 0.1)).status).toBe(200);
  await areBooksRight();
});

test('D-160: after 14 days an unpaid plan falls to Starter, what does not fit is archived, and nothing more is owed', async () => {
  const { ana, files } = await full(2);
  await stage.addCard(ana, FAILS_LATER);
  stage.at('2031-07-01T00:10:00Z');
  await stage.bill();
  for (const day of ['04', '06', '08', '14']) {
    stage.at(`2031-07-${day}T00:20:00Z`);
    await stage.bill();
  }
  expect(await current(ana)).toMatchObject({ plan: { index: 2, status: 'unpaid' } });
  stage.at('2031-07-15T00:20:00Z');
  await stage.bill();
  await stage.bill();
  expect(await current(ana)).toMatchObject({ plan: { index: 0, status: 'active' }, openInvoiceId: null });
  expect(await listed(ana, 'archived')).toEqual(files.slice(0, 2));
  expect(await stage.room(ana.scope)).toMatchObject({ used: 3 * GB, size: 4 * GB });
  expect((await stage.upload(ana, 0.1)).status).toBe(200);
  expect((await stage.invoices(ana)).map(({ status }) => status)).toEqual(['paid', 'void']);
  expect(await stage.taken(ana)).toBe(1_000);
  await areBooksRight();
});

test('D-341: over 80 % of the storage is told once, and again only after it was less', async () => {
  const { ana, files } = await full();
  const told = async () => (await stage.notices(ana)).filter((kind) => kind === 'storage_critical').length;
  await stage.bill();
  // 8 of 10 GB are not over 80 %.
  expect(await told()).toBe(0);
  await stage.addFile(ana.scope, 0.1, '2031-05-01T00:00:00Z');
  await stage.bill();
  await stage.bill();
  expect(await told()).toBe(1);
  await stage.call(`DELETE /library/contents/video/${files[0]}`, undefined, { as: ana });
  await stage.bill();
  expect(await told()).toBe(1);
  await stage.addFile(ana.scope, 4, '2031-05-02T00:00:00Z');
  stage.at('2031-06-17T00:00:00Z');
  await stage.bill();
  expect(await told()).toBe(2);
  await mailed(ana, 'You have used over 80% of your storage.').toBe(2);
});
