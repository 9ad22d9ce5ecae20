import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { adultOn } from '#contract/profiles-fields.ts';
import { updateRating } from '#contract/ratings.ts';
import { deviceDatabase } from '#store/device.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import type { Account } from '../data/account.ts';
import {
  clearPage,
  freshAccount,
  person,
  Refusal,
  show,
  standInNetwork,
  USER_ID,
} from '../data/signed-in.fixtures.tsx';
import { useMe } from '../data/me.ts';
import { expectAccessible } from '../frame/accessible.fixtures.ts';
import { useAct } from '../data/use-act.ts';
import { AgeDialogs } from './age-dialogs.tsx';

const YEAR = new Date().getUTCFullYear();
const network = standInNetwork();

let account: Account;
let asked: Record<string, unknown>[];

/** A sheet like that of a rating: its change is public. */
function PublicSheet() {
  const act = useAct();
  const me = useMe();
  const [isDone, setDone] = useState(false);
  const rate = async () => {
    await act(updateRating, {
      publishedContentId: newId(),
      contentItemRatings: { Relevance: 4, Helpful: 4, Engaging: 4 },
      comment: 'Good drill',
    });
    setDone(true);
  };
  return (
    me && (
      <Sheet
        open
        onClose={() => {}}
        title="Rate"
        footer={<Button onClick={() => void rate().catch(() => {})}>Save</Button>}
      >
        <Field label="Comment" defaultValue="" />
        {isDone && <p>Rated</p>}
      </Sheet>
    )
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const queued = async () => (await account.db.outbox.orderBy('order').toArray()).map(({ call }) => call);
const open = async (facts: Parameters<typeof person>[0]) => {
  await account.db.me.put(person(facts));
  show(<PublicSheet />);
  await page.getByLabelText('Comment', { exact: true }).fill('typed');
  await button('Save').click();
};
const born = () => page.getByLabelText('Date of birth', { exact: true });
const keepsTyped = () => expect.element(page.getByLabelText('Comment', { exact: true })).toHaveValue('typed');

beforeEach(async () => {
  asked = [];
  await deviceDatabase.settings.delete(`tooYoungUntilMs:${USER_ID}`);
  account = await freshAccount();
  network.goOnline();
  network.answer('/account-settings/guardian', (_query, body) => {
    asked.push(body);
    return { isNeeded: true, state: 'asked', guardianEmail: body['email'], askedAt: null };
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('D-250 the first public act asks for the date of birth, offline too, and goes on with what was typed; never again', async () => {
  network.goOffline();
  await open({ adultOn: null });
  await expect.element(page.getByText('When were you born?', { exact: true })).toBeVisible();
  await button('Continue').click();
  await expect.element(page.getByText('Please enter a date', { exact: true })).toBeVisible();
  await expectAccessible('the question for the date of birth');
  await born().fill(`${YEAR - 30}-05-01`);
  await button('Continue').click();
  await expect.element(page.getByText('Rated', { exact: true })).toBeVisible();
  await keepsTyped();
  expect(await queued()).toEqual(['profiles.setPersonalInfo', 'ratings.update']);
  await expect.poll(async () => (await account.db.me.get(USER_ID))?.adultOn).toBe(adultOn(`${YEAR - 30}-05-01`));
  await button('Save').click();
  await expect.poll(queued).toEqual(['profiles.setPersonalInfo', 'ratings.update', 'ratings.update']);
  await expect.element(page.getByText('When were you born?', { exact: true })).not.toBeInTheDocument();
});

test('D-250 T-08 a date below 13 is confirmed, stores nothing and refuses every other one, also after a reload', async () => {
  network.answer(`/${USER_ID}/profiles/sports/${USER_ID}/personal-info`, (_query, body) => {
    asked.push(body);
    throw new Refusal(400, 'profile.too_young', 'Users must be 13 or older.');
  });
  await open({ adultOn: null });
  await born().fill(`${YEAR - 12}-12-31`);
  await button('Continue').click();
  await expect.element(page.getByText(/^You entered .*31/)).toBeVisible();
  await expectAccessible('the question whether the date is right');
  await button('Change the date').click();
  await expect.element(born()).toHaveValue(`${YEAR - 12}-12-31`);
  await button('Continue').click();
  await button('Yes, continue').click();
  const refused = page.getByText(
    'You must be 13 or older to join Sideline. Please ask a parent or guardian to sign up for you.',
  );
  await expect.element(refused).toBeVisible();
  await expectAccessible('too young');
  expect(asked).toEqual([{ dateOfBirth: `${YEAR - 12}-12-31` }]);
  const close = () =>
    page.getByRole('dialog', { name: 'Are you 13 or older?' }).getByText('Close', { exact: true }).click();
  await close();
  await expect.element(refused).not.toBeInTheDocument();
  await keepsTyped();
  clearPage();
  await open({ adultOn: null });
  await expect.element(refused).toBeVisible();
  await close();
  expect(await queued()).toEqual([]);
  expect(JSON.stringify(await deviceDatabase.settings.toArray())).not.toContain(`${YEAR - 12}`);
});

test('D-250 a refusal that the server keeps holds on a device that does not know it', async () => {
  network.answer(`/${USER_ID}/profiles/sports/${USER_ID}/personal-info`, () => {
    throw new Refusal(400, 'profile.too_young', 'Users must be 13 or older.');
  });
  show(<AgeDialogs account={account} me={person({ adultOn: null })} isNow isTooYoung={false} onDone={() => {}} />);
  await born().fill(`${YEAR - 30}-05-01`);
  await button('Continue').click();
  await expect.element(page.getByText('Are you 13 or older?', { exact: true })).toBeVisible();
});

test('D-250 a minor is asked for a guardian, who gets a mail; the act does not happen', async () => {
  await open({ adultOn: null });
  await born().fill(`${YEAR - 15}-05-01`);
  await button('Continue').click();
  await button('Yes, continue').click();
  await expect.element(page.getByText('Ask a parent or guardian', { exact: true })).toBeVisible();
  await expectAccessible('the question for a guardian');
  await page.getByLabelText('Email of your parent or guardian', { exact: true }).fill('mum@example.org');
  await button('Send mail').click();
  await expect.element(page.getByText('We sent a mail', { exact: true })).toBeVisible();
  await expectAccessible('a mail to a guardian');
  expect(asked).toEqual([{ email: 'mum@example.org' }]);
  expect(await queued()).not.toContain('ratings.update');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('We sent a mail', { exact: true })).not.toBeInTheDocument();
  await keepsTyped();
});

test('D-250 the act goes on by itself once the device hears that the guardian has agreed', async () => {
  await account.db.outbox.clear();
  await open({ adultOn: `${YEAR + 3}-01-01`, hasGuardianConsent: false });
  await expect.element(page.getByText('Ask a parent or guardian', { exact: true })).toBeVisible();
  await account.db.me.update(USER_ID, { hasGuardianConsent: true });
  await expect.element(page.getByText('Rated', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Ask a parent or guardian', { exact: true })).not.toBeInTheDocument();
  expect(await queued()).toEqual(['ratings.update']);
});

test('D-250 with a guardian’s consent, of age, or with a server that does not know ages, nothing is asked', async () => {
  for (const facts of [
    { adultOn: `${YEAR + 3}-01-01`, hasGuardianConsent: true },
    { adultOn: `${YEAR - 3}-01-01`, hasGuardianConsent: false },
    {},
  ]) {
    await account.db.outbox.clear();
    await open(facts);
    await expect.element(page.getByText('Rated', { exact: true })).toBeVisible();
    expect(await queued()).toEqual(['ratings.update']);
    clearPage();
  }
});
