import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ActOfDesk, FailedJob } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ActsPage } from './acts-page.tsx';
import { JobsPage } from './jobs-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string | RegExp) => page.getByText(words, { exact: true });
const now = () => new Date().toISOString();

const failed = (facts: Partial<FailedJob>): FailedJob => ({
  id: newId(),
  job: 'digest.mail',
  state: 'given_up',
  tries: 31,
  since: now(),
  gaveUpAt: now(),
  problem: 'connect ECONNREFUSED mail.example:25',
  ...facts,
});
let jobs: FailedJob[];
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  jobs = [failed({}), failed({ job: 'future.kind', tries: 1, problem: '' })];
  network.answer('/admin/jobs', (query) => {
    const results = jobs.filter(({ state }) => state === (query.get('state') ?? 'given_up'));
    return { count: results.length, results };
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('decision 0125: an operator sees why jobs failed, and starts one again with a reason; a refusal keeps the reason', async () => {
  const [mail] = jobs as [FailedJob];
  const sent: unknown[] = [];
  network.answer(`/admin/jobs/${mail.id}/retry`, (_query, body) => {
    sent.push(body);
    if (sent.length === 1) throw new Refusal(409, 'desk.done_meanwhile', 'Another operator did this meanwhile.');
    jobs = jobs.slice(1);
    return undefined;
  });
  showRouted(<JobsPage state="given_up" />, '/admin/jobs');
  await expect.element(page.getByRole('heading', { name: 'Mail digests' })).toBeVisible();
  await expect.element(said('2 jobs')).toBeVisible();
  await expect.element(said('connect ECONNREFUSED mail.example:25')).toBeVisible();
  await expect.element(page.getByText(/tried 31 times/)).toBeVisible();
  // A kind that this version of the app does not know, which failed without words.
  await expect.element(page.getByRole('heading', { name: 'future.kind' })).toBeVisible();
  await expect.element(said('It failed without saying why.')).toBeVisible();
  await expectAccessible('the failed jobs');

  await button('Try again').first().click();
  await expect.element(sheet().getByText('Operators read it. At least 3 characters.')).toBeVisible();
  // Nobody is told.
  expect(sheet().getByRole('heading', { level: 3 }).elements()).toHaveLength(0);
  await page.getByLabelText('Reason', { exact: true }).fill('The mail server works again.');
  await sheet().getByRole('button', { name: 'Try again', exact: true }).click();
  await expect.element(sheet().getByRole('alert')).toBeVisible();
  await expect.element(page.getByLabelText('Reason', { exact: true })).toHaveValue('The mail server works again.');
  await sheet().getByRole('button', { name: 'Try again', exact: true }).click();
  await expect.element(said('The job starts now.')).toBeVisible();
  await expect.element(said('1 job')).toBeVisible();
  expect(sent).toEqual(Array.from({ length: 2 }, () => ({ reason: 'The mail server works again.' })));
});

test('decision 0125: what the server tries again by itself has no button; no failed job is said so', async () => {
  jobs = [failed({ state: 'waiting', gaveUpAt: null, tries: 2 })];
  showRouted(<JobsPage state="waiting" />, '/admin/jobs?state=waiting');
  await expect.element(page.getByText(/tried 2 times$/)).toBeVisible();
  expect(button('Try again').elements()).toHaveLength(0);
  clearPage();
  showRouted(<JobsPage state="given_up" />, '/admin/jobs');
  await expect.element(page.getByRole('heading', { name: 'No job was given up.' })).toBeVisible();
});

const act = (facts: Partial<ActOfDesk>): ActOfDesk => ({
  id: newId(),
  act: 'person.suspended',
  by: 'Otto Desk',
  subject: { kind: 'person', id: newId(), name: 'Leo Marin' },
  change: null,
  reason: 'Advertising in comments.',
  at: now(),
  ...facts,
});

test('D-297: the log says who did what, about whom and why, also of what does not exist any more', async () => {
  const application = newId();
  const acts = [
    act({}),
    act({ act: 'application.approved', subject: { kind: 'application', id: application, name: 'Eva Klub' } }),
    act({ act: 'content.removed', by: null, subject: { kind: 'content', id: newId(), name: null } }),
    act({ act: 'job.retried', subject: { kind: 'job', id: newId(), name: 'digest.mail' } }),
    act({ act: 'person.renamed' }),
    act({ act: 'money.explained', subject: { kind: 'money', id: 'txn_1', name: 'txn_1' } }),
    act({
      act: 'setting.changed',
      subject: { kind: 'setting', id: 'StoragePlans', name: 'StoragePlans' },
      change: { before: 'on', after: 'hidden' },
    }),
    act({
      act: 'code.paused',
      subject: { kind: 'code', id: newId(), name: 'SPRING2031' },
      change: { before: 'active, without an end', after: 'paused by an operator, without an end' },
    }),
  ];
  network.answer('/admin/acts', (query) => {
    const about = query.get('about') ?? 'all';
    const results = acts.filter(({ subject }) => about === 'all' || subject.kind === about);
    return { count: results.length, results };
  });
  showRouted(<ActsPage about="all" />, '/admin/acts');
  for (const heading of [
    'Suspended Leo Marin',
    'Approved the application of Eva Klub',
    'Removed ‘A deleted content’',
    'Started the job ‘Mail digests’ again',
    'person.renamed: Leo Marin',
    'Explained the difference txn_1',
    'Changed the setting ‘Storage plans’',
    'Paused the code SPRING2031',
  ])
    await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: 'Approved the application of Eva Klub' });
  expect(link.element().getAttribute('href')).toBe(`/admin/applications/${application}`);
  await expect
    .element(page.getByRole('link', { name: 'Explained the difference txn_1' }))
    .toHaveAttribute('href', '/admin/money');
  await expect.element(page.getByText(/^Without a name, /)).toBeVisible();
  await expect.element(said('From ‘On’ to ‘Hidden’')).toBeVisible();
  const code = page.getByRole('link', { name: 'Paused the code SPRING2031' });
  expect(code.element().getAttribute('href')).toBe('/admin/codes?find=SPRING2031');
  await expect.element(said('From ‘active, without an end’ to ‘paused by an operator, without an end’')).toBeVisible();
  await expect.element(said('8 acts')).toBeVisible();
  await expectAccessible('the log');
  clearPage();
  showRouted(<ActsPage about="comment" />, '/admin/acts?about=comment');
  await expect.element(page.getByRole('heading', { name: 'No operator did anything about these yet.' })).toBeVisible();
});
