import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Reported, ReportedComment, ReportedContent, ReportedPerson } from '#contract/desk.ts';
import {
  Refusal,
  clearPage,
  freshAccount,
  person,
  standInNetwork,
  dismissToasts,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ReportsPage } from './reports-page.tsx';

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

/** Answers the list with these, as the query asks for them, and keeps what was asked. */
const answerWith = (all: Reported[]): string[] => {
  const asked: string[] = [];
  network.answer('/admin/reports', (query) => {
    asked.push(`${query.get('status')} ${query.get('kind')}`);
    const results = all.filter(
      ({ kind, decision }) =>
        (query.get('kind') === 'all' || query.get('kind') === kind) &&
        (query.get('status') === 'decided') === (decision !== null),
    );
    return { count: results.length, results };
  });
  return asked;
};
const now = () => new Date().toISOString();
const reportedContent = (facts: Partial<ReportedContent> = {}): ReportedContent => ({
  kind: 'content',
  publishedContentId: newId(),
  channelId: newId(),
  channelName: 'Juniors',
  seen: { title: 'High kick', description: 'A fight after the match.', cover: null },
  current: { title: 'Soft kick', description: 'A fight after the match.', state: 'shown' },
  reports: [{ reporter: 'Leo Marin', reason: 'violence', text: 'Somebody bleeds.', reportedAt: now() }],
  reportedAt: now(),
  decision: null,
  ...facts,
});
const reportedPerson = (facts: Partial<ReportedPerson> = {}): ReportedPerson => ({
  kind: 'person',
  userId: newId(),
  seen: { name: 'Max Mole', username: 'realcoach', photo: null },
  current: { name: 'Max Mole', username: 'realcoach', state: 'active', isSuperadmin: false },
  reports: [{ reporter: 'Mia Horvat', reason: 'pretends', text: '', reportedAt: now() }],
  reportedAt: now(),
  decision: null,
  ...facts,
});

test('an operator sees a reported content as it was and is, removes it with a reason, and restores it', async () => {
  const content = reportedContent();
  const all: Reported[] = [content];
  answerWith(all);
  network.answer(`/admin/content-reports/${content.publishedContentId}`, (_query, body) => {
    sent.push(body);
    const decision = { ...(body as { decision: 'removed'; reason: string }), decidedAt: now() };
    all[0] = { ...content, current: { ...content.current, state: 'removed' }, decision };
    return all[0];
  });
  showRouted(<ReportsPage status="open" />, '/admin/reports');
  await expect.element(page.getByRole('heading', { name: 'Content ‘High kick’' })).toBeVisible();
  for (const words of ['A fight after the match.', 'Now: Soft kick', 'Somebody bleeds.'])
    await expect.element(said(words)).toBeVisible();
  await expect.element(said('Leo Marin: Violence or danger')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Look at it on Juniors' }))
    .toHaveAttribute('href', `/watch-channel?content=${content.publishedContentId}&channelId=${content.channelId}`);
  await expectAccessible('a reported content');
  await button('Remove').click();
  await reason().fill('It shows a fight.');
  await expect.element(sheet().getByText(/We removed ‘Soft kick’.*It shows a fight\./)).toBeVisible();
  await expectAccessible('the question about a content');
  await sheet().getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(said('No report waits for a decision.')).toBeVisible();
  await expect.poll(() => sent).toEqual([{ decision: 'removed', reason: 'It shows a fight.' }]);
  await expect.element(said('Decided. Everybody concerned is told why.')).toBeVisible();
  await dismissToasts();
  clearPage();

  network.answer(`/admin/contents/${content.publishedContentId}/restored`, (_query, body) => {
    sent.push(body);
    all[0] = { ...(all[0] as ReportedContent), current: { ...content.current, state: 'shown' } };
    return undefined;
  });
  showRouted(<ReportsPage status="decided" />, '/admin/reports?status=decided');
  await expect.element(said('Removed')).toBeVisible();
  await button('Restore').click();
  await reason().fill('It is a film.');
  await sheet().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(page.getByText('Restored. Its owner is told why.')).toBeVisible();
  await expect.poll(() => sent.at(-1)).toEqual({ reason: 'It is a film.' });
  await expect.element(button('Restore')).not.toBeInTheDocument();
});

test('an operator suspends a reported person with a reason; an operator, and who has left, can only be kept', async () => {
  const max = reportedPerson();
  const operator = reportedPerson({
    seen: { name: 'Olga', username: 'olga', photo: null },
    current: { name: 'Olga', username: 'olga', state: 'active', isSuperadmin: true },
  });
  const all: Reported[] = [max, operator];
  answerWith(all);
  network.answer(`/admin/person-reports/${max.userId}`, (_query, body) => {
    sent.push(body);
    const decision = { ...(body as { decision: 'suspended'; reason: string }), decidedAt: now() };
    all[0] = { ...max, current: { ...max.current, state: 'suspended' }, decision };
    return all[0];
  });
  showRouted(<ReportsPage status="open" />, '/admin/reports');
  const card = page.getByRole('listitem').filter({ hasText: 'Person Max Mole' });
  await expect.element(card.getByText('Mia Horvat: Pretends to be somebody else')).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Look at the profile' }))
    .toHaveAttribute('href', `/profile/${max.userId}`);
  await expect.element(said('An operator. Nobody suspends operators.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Suspend' }).elements()).toHaveLength(1);
  await expectAccessible('reported people');
  await card.getByRole('button', { name: 'Suspend' }).click();
  await reason().fill('Not the coach.');
  await expect.element(sheet().getByText(/We suspended your account\..*Not the coach\./)).toBeVisible();
  await sheet().getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect.poll(() => sent).toEqual([{ decision: 'suspended', reason: 'Not the coach.' }]);
  clearPage();
  showRouted(<ReportsPage status="decided" />, '/admin/reports?status=decided');
  await expect.element(said('Suspended')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Suspended people' })).toHaveAttribute('href', '/admin/people');
});

test('the list shows one kind alone, and its address says which', async () => {
  const asked = answerWith([reportedContent(), reportedPerson()]);
  const at = showRouted(<ReportsPage status="open" />, '/admin/reports');
  await expect.element(page.getByRole('heading', { name: 'Person Max Mole' })).toBeVisible();
  await button('Contents').click();
  await expect.poll(at).toBe('/admin/reports?kind=content');
  clearPage();
  showRouted(<ReportsPage status="open" kind="content" />, '/admin/reports?kind=content');
  await expect.element(page.getByRole('heading', { name: 'Content ‘High kick’' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Person Max Mole' }).elements()).toEqual([]);
  expect(asked).toEqual(['open all', 'open content']);
});
