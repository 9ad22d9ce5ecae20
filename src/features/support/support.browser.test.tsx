import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { sendSupportRequest } from '#contract/support.ts';
import type { SupportRequest } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  Refusal,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { pictureFile } from '#ui/crop/picture.fixtures.ts';
import { GuestSupportPage } from './guest-support-page.tsx';
import { SupportPage } from './support-page.tsx';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
const entries = () => account.db.outbox.orderBy('order').toArray();

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  sessionStorage.clear();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

// The first one: the page remembers that the network of a later test was away.
test('NAV-087 signed out a message needs an address, is sent now, and what was typed survives a reload and a failure', async () => {
  showRouted(<GuestSupportPage subject="Sign in" />);
  await expect.element(field('Subject')).toHaveValue('Sign in');
  await field('Message').fill('I do not get a code.');
  await button('Send message').click();
  await expect.element(field('Your email address')).toHaveFocus();
  await field('Your email address').fill('leo@example.org');
  clearPage();
  showRouted(<GuestSupportPage />);
  await expect.element(field('Message')).toHaveValue('I do not get a code.');

  const sent: Record<string, unknown>[] = [];
  network.answer('/support/guest-messages', (_query, body) => {
    sent.push(body);
    if (sent.length === 1) throw new Refusal(429, 'request.too_often', 'Please wait a moment.');
    return undefined;
  });
  await button('Send message').click();
  await expect.element(page.getByText('Please wait a moment.')).toBeVisible();
  await expect.element(field('Message')).toHaveValue('I do not get a code.');
  await button('Send message').click();
  await expect.element(page.getByText('Thank you, we have your message.')).toBeVisible();
  await expect.element(page.getByText('We answer to leo@example.org.')).toBeVisible();
  // The same message: the server keeps it once.
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({ topic: 'Sign in', message: 'I do not get a code.', email: 'leo@example.org' });
  await button('Write another message').click();
  await expect.element(field('Message')).toHaveValue('');
});

test('NAV-087 D-170 a message with a picture is queued offline, with the subject of the address, and shown as waiting', async () => {
  network.goOffline();
  showRouted(<SupportPage kind="contact" subject="Enterprise storage" />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Contact support' })).toBeVisible();
  await expect.element(field('Subject')).toHaveValue('Enterprise storage');
  await button('Send message').click();
  await expect.element(field('Message')).toHaveFocus();
  await expect.element(field('Message')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Message')).toHaveAccessibleDescription(/^Required/);
  expect(await account.db.outbox.count()).toBe(0);

  await field('Message').fill('We need room for 40 teams.');
  await userEvent.upload(
    page.getByLabelText('Add a picture', { exact: true }),
    await pictureFile(40, 30, 'screen.png'),
  );
  await expect.element(page.getByAltText('The picture that is sent with your message')).toBeVisible();
  await button('Send message').click();
  await expect.poll(() => account.db.outbox.count()).toBe(1);
  const [entry] = await entries();
  const { screenshot } = entry!.input as { screenshot: string };
  expect(entry).toMatchObject({
    call: 'support.send',
    files: [screenshot],
    input: { kind: 'contact', topic: 'Enterprise storage', message: 'We need room for 40 teams.', email: null },
  });
  expect(entry!.input).not.toHaveProperty('diagnostics');
  expect(await account.db.files.get(screenshot)).toBeDefined();
  const messages = page.getByRole('list', { name: 'Your messages' });
  await expect.element(messages.getByText('Enterprise storage')).toBeVisible();
  await expect.element(messages.getByText('Will send when online')).toBeVisible();
  await expect.element(field('Message')).toHaveValue('');
  expect(await account.db.drafts.count()).toBe(0);
});

test('NAV-086 D-170 technical support adds version, browser and last errors, which the person can read before', async () => {
  network.goOffline();
  await account.db.outbox.put(refusedEntry(createFolder, { id: newId(), title: 'Mine' }));
  showRouted(<SupportPage kind="technical" />);
  await page.getByText('What is sent with your message').click();
  await expect.element(page.getByText(/Change library\.createFolder: folder\.nameTaken/)).toBeVisible();
  await field('Subject').fill('Upload');
  await field('Message').fill('My upload waits since yesterday.');
  await field(/^Another address for our answer/).fill('club@example.org');
  await button('Send message').click();
  await expect.poll(() => account.db.outbox.count()).toBe(2);
  const [, entry] = await entries();
  expect(entry!.input).toMatchObject({ kind: 'technical', email: 'club@example.org' });
  const { diagnostics } = entry!.input as { diagnostics: string };
  for (const part of [navigator.userAgent, 'folder.nameTaken']) expect(diagnostics).toContain(part);
});

test('messages show how far they are', async () => {
  const row = (topic: string, state: SupportRequest['state'], createdAt: string): SupportRequest => ({
    id: newId(),
    scope: SCOPE,
    kind: 'contact',
    topic,
    message: 'How do I hide a channel?',
    screenshot: null,
    state,
    createdAt,
  });
  await account.db.supportRequests.bulkPut([
    row('Older', 'sent', '2026-11-20T10:00:00.000Z'),
    row('Newer', 'received', '2026-11-21T10:00:00.000Z'),
  ]);
  showRouted(<SupportPage kind="contact" />);
  const items = page.getByRole('list', { name: 'Your messages' }).getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(2);
  const [newer, older] = items.elements().map(({ textContent }) => textContent);
  expect(newer).toMatch(/Newer.*Received/);
  expect(older).toMatch(/Older.*Sent to support/);
});

test('what was typed is kept when the page closes; a refused message comes back with the server’s reason', async () => {
  network.goOffline();
  showRouted(<SupportPage kind="contact" />);
  await field('Message').fill('Half a message');
  await expect.poll(() => account.db.drafts.count()).toBe(1);
  clearPage();
  showRouted(<SupportPage kind="contact" />);
  await expect.element(field('Message')).toHaveValue('Half a message');
  await expect.element(page.getByText(/What you typed here before is still there\./)).toBeVisible();
  await button('Start over').click();
  await expect.element(field('Message')).toHaveValue('');
  clearPage();

  const input = { id: newId(), kind: 'contact', topic: 'My channel', message: 'How do I hide it?' };
  const refused = refusedEntry(sendSupportRequest, input);
  refused.problem = { code: 'support.limit', message: 'Please try again tomorrow.' };
  await account.db.outbox.put(refused);
  showRouted(<SupportPage kind="contact" />);
  await expect.element(page.getByText('Please try again tomorrow.')).toBeVisible();
  await expect.element(field('Message')).toHaveValue('How do I hide it?');
  await button('Send message').click();
  await expect.poll(async () => (await entries()).map(({ state }) => state)).toEqual(['waiting']);
});

test('signed out and offline the page keeps the message and does not send it', async () => {
  network.goOffline();
  showRouted(<GuestSupportPage subject="Sign in" />);
  await field('Message').fill('I do not get a code.');
  await expect.element(button('Send message')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Send message')).toHaveAccessibleDescription(/\w/);
  clearPage();
  showRouted(<GuestSupportPage />);
  await expect.element(field('Message')).toHaveValue('I do not get a code.');
});
