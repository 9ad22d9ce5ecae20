import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { ReportedComment } from '#contract/desk.ts';
import {
  Refusal,
  clearPage,
  freshAccount,
  idleWorkers,
  person,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ReportsPage } from './reports-page.tsx';

idleWorkers();
const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string) => page.getByText(words, { exact: true });
const reason = () => page.getByLabelText('Reason', { exact: true });

let reported: ReportedComment;
let sent: unknown[];
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  const content = { id: newId(), channelId: newId(), title: 'Passing' };
  reported = {
    kind: 'comment',
    publishedContentId: content.id,
    commentId: newId(),
    author: 'Mia Horvat',
    comment: 'Buy my shoes.',
    current: 'Buy my shoes now.',
    content,
    reports: [
      { reporter: 'Leo Marin', reason: 'spam', text: 'The same everywhere.', reportedAt: new Date().toISOString() },
    ],
    reportedAt: new Date().toISOString(),
    decision: null,
  };
  network.answer('/admin/reports', (query) => {
    const results = (query.get('status') === 'decided') === (reported.decision !== null) ? [reported] : [];
    return { count: results.length, results };
  });
  network.answer(`/admin/reports/${content.id}/${reported.commentId}`, (_query, body) => {
    if (reported.decision) throw new Refusal(409, 'report.decided', 'Another operator decided about this meanwhile.');
    sent.push(body);
    const { decision, reason: why } = body as { decision: 'hidden' | 'kept'; reason: string };
    reported = { ...reported, decision: { decision, reason: why, decidedAt: new Date().toISOString() } };
    return reported;
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('D-297 an operator sees what was reported, by whom and why, and hides it with a reason; the way to undo it is shown', async () => {
  const at = showRouted(<ReportsPage status="open" />, '/admin/reports');
  await expect.element(page.getByRole('heading', { name: 'Comment by Mia Horvat' })).toBeVisible();
  for (const words of ['Buy my shoes.', 'Now: Buy my shoes now.', 'The same everywhere.'])
    await expect.element(said(words)).toBeVisible();
  await expect.element(page.getByText('Leo Marin: Spam or advertising')).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Kind' });
  await expect.element(parts.getByRole('link', { name: 'Reports 1' })).toHaveAttribute('aria-current', 'page');
  await expect.element(parts.getByRole('link', { name: 'Creators' })).toHaveAttribute('href', '/admin');
  await expectAccessible('the reports');

  await button('Hide').click();
  const send = sheet().getByRole('button', { name: 'Hide', exact: true });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await reason().fill('It advertises shoes.');
  await expect.element(sheet().getByText(/We hid your comment on ‘Passing’.*It advertises shoes\./)).toBeVisible();
  await send.click();
  await expect.element(said('No report waits for a decision.')).toBeVisible();
  await expect.poll(() => sent).toEqual([{ decision: 'hidden', reason: 'It advertises shoes.' }]);

  await button('Decided').click();
  await expect.poll(at).toBe('/admin/reports?status=decided');
  clearPage();
  showRouted(<ReportsPage status="decided" />, '/admin/reports?status=decided');
  await expect.element(said('Hidden')).toBeVisible();
  await expect.element(page.getByText(/It advertises shoes\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'All comments of this channel' }))
    .toHaveAttribute('href', `/admin-discussions/${reported.content.channelId}`);
  await expectAccessible('the decided reports');
});

test('D-297 a comment that was deleted can only be kept, and a decision of another operator is said', async () => {
  reported = { ...reported, current: null };
  showRouted(<ReportsPage status="open" />, '/admin/reports');
  await expect.element(said('The comment was deleted.')).toBeVisible();
  expect(button('Hide').elements()).toEqual([]);
  await button('Keep').click();
  await reason().fill('It is gone.');
  await expect.element(sheet().getByText(/We looked into it, and nothing changes.*It is gone\./)).toBeVisible();
  reported = { ...reported, decision: { decision: 'kept', reason: 'Gone.', decidedAt: new Date().toISOString() } };
  await sheet().getByRole('button', { name: 'Keep', exact: true }).click();
  await expect.element(said('Another operator decided about this meanwhile.')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
});

test('D-297 everybody else is led home and never sees what the page is', async () => {
  network.answer('/admin/reports', () => {
    throw new Refusal(404, 'access.not_found', 'This was not found.');
  });
  const at = showRouted(<ReportsPage status="open" />, '/admin/reports');
  await expect.poll(at).toBe('/dashboard');
  expect(page.getByRole('heading', { name: /Report|Comment/ }).elements()).toEqual([]);
});
