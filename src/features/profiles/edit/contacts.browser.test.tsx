import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { createContact } from '#contract/profiles.ts';
import { problems } from '#contract/problems.ts';
import type { Contact, Profile } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  refusedEntry,
  SCOPE,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ContactFormPage } from './contact-form-page.tsx';
import { ContactsPage } from './contacts-page.tsx';
import { profile } from './profile.fixtures.ts';

let account: Account;
let own: Profile;
const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const contact = (title: string, position: number): Contact => ({
  id: newId(),
  scope: SCOPE,
  title,
  socialLink: `https://example.org/${position}`,
  position,
});
const titles = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent?.match(/^(Web|Shop)/)?.[0]);
const BAD_LINK = problems['profile.bad_link'].message();

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
  own = profile();
  await account.db.profiles.put(own);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PRO-020 PRO-064 D-80 offline a contact is added; a link without a host gets the server’s message below its field', async () => {
  showRouted(<ContactFormPage contactId="new" refusedEntryId={undefined} />);
  await field('Title').fill('Web');
  await field('Link').fill('@ana');
  await button('Save').click();
  await expect.element(field('Link')).toHaveAccessibleDescription(new RegExp(BAD_LINK.slice(0, 30)));
  expect(await account.db.contacts.count()).toBe(0);
  await field('Link').fill('ana.example/me');
  await button('Save').click();
  await expect
    .poll(() => account.db.contacts.toArray())
    .toMatchObject([{ title: 'Web', socialLink: 'https://ana.example/me', position: 0 }]);
  expect(await account.db.outbox.toArray()).toMatchObject([{ call: 'profiles.createContact', state: 'waiting' }]);
});

test('a contact is changed', async () => {
  const web = contact('Web', 0);
  await account.db.contacts.put(web);
  showRouted(<ContactFormPage contactId={web.id} refusedEntryId={undefined} />);
  await expect.element(field('Link')).toHaveValue('https://example.org/0');
  await field('Title').fill('My site');
  await button('Save').click();
  await expect.poll(() => account.db.contacts.get(web.id)).toEqual({ ...web, title: 'My site' });
});

test('contacts are put in order and deleted', async () => {
  const [web, shop] = [contact('Web', 0), contact('Shop', 1)];
  await account.db.contacts.bulkPut([web, shop]);
  showRouted(<ContactsPage />);
  await expect.poll(titles).toEqual(['Web', 'Shop']);
  await button('Reorder').click();
  await button('Move Shop up').click();
  await button('Done').click();
  await expect.poll(titles).toEqual(['Shop', 'Web']);
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ input }) => input))
    .toMatchObject([{ contact_information_id_list: [shop.id, web.id] }]);
  await button('More actions for Web').click();
  await page.getByRole('menuitem', { name: 'Delete' }).or(button('Delete')).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(titles).toEqual(['Shop']);
});

test('D-80 after ten contacts none can be added', async () => {
  await account.db.contacts.bulkPut(Array.from({ length: 10 }, (_, at) => contact(`Web${at}`, at)));
  showRouted(<ContactsPage />);
  await expect.element(page.getByText('You have 10 contacts, which is the most.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Add a contact' })).not.toBeInTheDocument();
});

const refuse = async (code: string, message: string) => {
  const input = { userId: USER_ID, profileId: own.id, id: newId(), title: 'Web', socialLink: 'bad.example' };
  const entry = refusedEntry(createContact, input);
  entry.problem = { code, message };
  await account.db.outbox.put(entry);
  showRouted(<ContactsPage />);
  await expect.element(page.getByText(/The contact ‘Web’ was not accepted\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Edit' }))
    .toHaveAttribute('href', `/profile/edit/contacts?contact=new&again=${entry.id}`);
  clearPage();
  showRouted(<ContactFormPage contactId="new" refusedEntryId={entry.id} />);
  await expect.element(field('Title')).toHaveValue('Web');
  return entry;
};

test('PRO-064 a refused link opens again with the server’s message below the field, and is replaced when it is saved', async () => {
  await refuse('profile.bad_link', 'The server does not like this link.');
  await expect.element(field('Link')).toHaveAccessibleDescription(/The server does not like this link\./);
  await field('Link').fill('good.example');
  await expect.element(page.getByText('The server does not like this link.')).not.toBeInTheDocument();
  await button('Save').click();
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ state, input }) => [state, input['socialLink']]))
    .toEqual([['waiting', 'good.example']]);
});

test('PRO-064 any other refusal of a contact is "Something went wrong"', async () => {
  await refuse('profile.contacts_full', 'A profile has at most 10 contacts.');
  await expect.element(page.getByText(/^Something went wrong/)).toBeVisible();
});
