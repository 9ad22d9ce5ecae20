import { useEffect } from 'react';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { clearPage, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { newId } from '#contract/ids.ts';
import { SignUpPage } from './sign-up-page.tsx';

const PASSWORD = 'Corner-flag7';
const TOO_YOUNG = 'You must be 13 or older to join Sideline. Please ask a parent or guardian to sign up for you.';
const network = standInNetwork();
let browser: RouterHistory;

function Wizard() {
  const { history } = useRouter();
  useEffect(() => {
    browser = history;
  }, [history]);
  return <SignUpPage next={undefined} />;
}
/** As in a tab that was reloaded: nothing but the tab's storage is left. */
const open = () => {
  clearPage();
  return showRouted(<Wizard />, '/sign-up', ['/sign-up', '/welcome']);
};
const field = (name: string) => page.getByLabelText(name, { exact: true });
const next = async () => {
  const button = page.getByRole('button', { name: 'Next', exact: true });
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
};

const fillName = async () => {
  await field('First name').fill('José María');
  await field('Last name').fill('محمد');
  await page.getByRole('checkbox').click();
};
const fillPasswords = async () => {
  await field('Password').fill(PASSWORD);
  await field('Confirm password').fill(PASSWORD);
};
const fillPhone = async () => {
  await page.getByRole('button', { name: /Country code/ }).click();
  await page.getByRole('option', { name: /Croatia/ }).click();
  await field('Number').fill('91 222 333');
  await page.getByRole('checkbox').click();
};

beforeEach(() => {
  sessionStorage.clear();
  network.answer('/auth/check-email', () => ({ emailTaken: false }));
  network.answer('/auth/check-username', () => ({ usernameTaken: false }));
  network.answer('/auth/check-phone', () => ({ phoneNumberTaken: false }));
  network.answer('/auth/confirmation-code/send', () => ({ codeId: newId() }));
});
afterEach(() => {
  clearPage();
  sessionStorage.clear();
});
afterAll(() => network.restore());

test('ACC-056 a reload in any step keeps what was typed and where, but stores no password and no code', async () => {
  open();
  await fillName();
  open();
  await expect.element(field('First name')).toHaveValue('José María');
  await expect.element(field('Last name')).toHaveValue('محمد');
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  await next();
  await field('Email address').fill('a@b');
  open();
  await expect.element(field('Email address')).toHaveValue('a@b');
  await field('Email address').fill('maya@mail.example');
  await next();
  await field('Username').fill('maya7');
  open();
  await expect.element(field('Username')).toHaveValue('maya7');
  await next();
  await fillPasswords();
  open();
  await expect.element(field('Password')).toHaveValue('');
  await fillPasswords();
  await next();
  await fillPhone();
  open();
  // The password is asked for again; the number is kept.
  await fillPasswords();
  await next();
  await expect.element(field('Number')).toHaveValue('91222333');
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  await next();
  await field('Confirmation code').fill('123456');
  const stored = JSON.stringify(sessionStorage);
  expect(stored).toContain('maya@mail.example');
  for (const secret of [PASSWORD, '123456']) expect(stored).not.toContain(secret);
  open();
  await expect.element(field('Password')).toHaveValue('');
});

test('ACC-068 the browser’s Back keeps what was typed in the step that is left; Forward leads nowhere unchecked', async () => {
  const path = open();
  await fillName();
  await next();
  await field('Email address').fill('maya@mail.example');
  browser.back();
  await expect.element(field('First name')).toHaveValue('José María');
  browser.forward();
  await expect.poll(() => browser.location.state.wizardStep ?? 0).toBe(0);
  await expect.element(field('First name')).toBeVisible();
  await next();
  await expect.element(field('Email address')).toHaveValue('maya@mail.example');
  expect(path()).toBe('/sign-up');
});

test('Back and Forward in every step: the step before has its input, Forward stays there, and Next returns with the input', async () => {
  const steps: [label: string, fill: () => Promise<unknown>][] = [
    ['First name', fillName],
    ['Email address', () => field('Email address').fill('maya@mail.example')],
    ['Username', () => field('Username').fill('maya7')],
    ['Password', fillPasswords],
    ['Number', fillPhone],
    ['Confirmation code', () => field('Confirmation code').fill('123456')],
  ];
  const valueOf = (label: string) => (field(label).element() as HTMLInputElement).value;
  open();
  for (const [at, [label, fill]] of steps.entries()) {
    await expect.element(field(label)).toBeVisible();
    await fill();
    const typed = valueOf(label);
    expect(typed, label).not.toBe('');
    if (at > 0) {
      const [before] = steps[at - 1]!;
      browser.back();
      await expect.element(field(before)).toBeVisible();
      expect(valueOf(before), `${before}, after Back`).not.toBe('');
      browser.forward();
      await expect.poll(() => browser.location.state.wizardStep ?? 0, { message: label }).toBe(at - 1);
      await expect.element(field(before)).toBeVisible();
      await next();
      // A code belongs to the mail or text message before: another one was sent.
      if (label !== 'Confirmation code') await expect.element(field(label)).toHaveValue(typed);
    }
    if (at < steps.length - 1) await next();
  }
  await expect.element(field('Confirmation code')).toBeVisible();
});

/** Goes through the six steps up to the dialog that finishes the sign-up. */
const fillToFinish = async () => {
  network.answer('/auth/confirmation-code/verify', () => ({ correct: true }));
  for (const name of ['Terms of Use', 'Privacy Policy'])
    network.answer(`/pages/page/${encodeURIComponent(name)}`, () => ({
      name,
      html: `<p>Words of ${name}</p>`,
      version: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
    }));
  open();
  await fillName();
  await next();
  await field('Email address').fill('maya@mail.example');
  await next();
  await field('Username').fill('maya7');
  await next();
  await fillPasswords();
  await next();
  await fillPhone();
  await next();
  await field('Confirmation code').fill('123456');
  await next();
};

test('ACC-030 ACC-031 ACC-035 a correct code opens ‘Finish Sign up’, whose actions are Decline and Accept: one asks again, the other registers', async () => {
  const registered: unknown[] = [];
  network.answer('/auth/register', (_query, body) => {
    registered.push(body);
    throw new Refusal(503, 'server.failed', 'Not now.');
  });
  await fillToFinish();
  const finish = page.getByRole('dialog', { name: 'Finish Sign up', exact: true });
  await expect.element(finish).toBeVisible();
  const action = (name: string) => finish.getByRole('button', { name, exact: true });
  const actions = [...finish.element().querySelectorAll('.button')].map(({ textContent }) => textContent);
  expect(actions).toEqual(['Decline', 'Accept']);

  await action('Decline').click();
  const decline = page.getByRole('dialog', { name: 'Are you sure you want to exit sign up?', exact: true });
  await expect.element(decline).toBeVisible();
  await decline.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(decline).not.toBeInTheDocument();
  expect(registered).toEqual([]);
  await next();
  await field('Confirmation code').fill('123456');
  await next();

  await expect.element(action('Accept')).not.toHaveAttribute('aria-disabled', 'true');
  await action('Accept').click();
  await expect.element(finish.getByRole('alert')).toBeVisible();
  expect(registered).toEqual([expect.objectContaining({ username: 'maya7', terms: true })]);
});

test('ACC-027 the close control opens the dialog ‘Cancel Sign Up’, and Back to Sign Up keeps the page', async () => {
  open();
  await fillName();
  await page.getByRole('button', { name: 'Cancel sign up', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Sign Up', exact: true });
  await dialog.getByRole('button', { name: 'Back to Sign Up', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field('First name')).toHaveValue('José María');
});

test('ACC-028 ACC-029 ACC-086 ACC-087 who is too young gets a message and can return or exit; leaving, there or by Cancel, leads to welcome and forgets what was typed', async () => {
  let path = open();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tooYoung = page.getByRole('alertdialog', { name: 'Are you 13 or older?', exact: true });
  await field('First name').fill('Ida');
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  await field('Last name').fill('Berg');
  await next();
  await expect.element(tooYoung.getByText(TOO_YOUNG, { exact: true })).toBeVisible();
  const actions = [...tooYoung.element().querySelectorAll('.button')].map(({ textContent }) => textContent);
  expect(actions.toSorted()).toEqual(['Exit from Sign up', 'Return to Sign up']);
  await tooYoung.getByRole('button', { name: 'Return to Sign up', exact: true }).click();
  await expect.element(tooYoung).not.toBeInTheDocument();
  await expect.element(field('First name')).toHaveValue('Ida');
  await page.getByRole('checkbox').click();
  await next();
  await expect.element(field('Email address')).toBeVisible();
  await button('Back').click();
  await expect.element(field('First name')).toHaveValue('Ida');
  await button('Cancel sign up').click();
  const cancel = page.getByRole('alertdialog', { name: 'Cancel Sign Up', exact: true });
  await expect.element(cancel.getByRole('button', { name: 'Back to Sign Up', exact: true })).toBeVisible();
  await cancel.getByRole('button', { name: 'Cancel and Exit Sign Up', exact: true }).click();
  await expect.poll(path).toBe('/welcome');

  path = open();
  await expect.element(field('First name')).toHaveValue('');
  await field('First name').fill('Ida');
  await field('Last name').fill('Berg');
  await next();
  await tooYoung.getByRole('button', { name: 'Exit from Sign up', exact: true }).click();
  await expect.poll(path).toBe('/welcome');
  open();
  await expect.element(field('First name')).toHaveValue('');
});

test('ACC-096 ACC-097 ACC-098 a taken email, username and phone number are said under their field, in the step, which another one leaves', async () => {
  const asked: unknown[] = [];
  const takenIs = (path: string, field: string, fact: string, taken: string): void =>
    network.answer(path, (_query, body) => {
      asked.push(body[field]);
      return { [fact]: body[field] === taken };
    });
  takenIs('/auth/check-email', 'email', 'emailTaken', 'mia@sideline.example');
  takenIs('/auth/check-username', 'username', 'usernameTaken', 'MIA');
  takenIs('/auth/check-phone', 'phoneNumber', 'phoneNumberTaken', '+38591222333');
  open();
  await fillName();
  await next();
  await field('Email address').fill('MIA@sideline.example');
  await next();
  await expect.element(field('Email address')).toHaveAccessibleDescription(/This email has already been used/);
  await field('Email address').fill('mia.b@mail.example');
  await next();
  await field('Username').fill('MIA');
  await next();
  await expect.element(field('Username')).toHaveAccessibleDescription(/This username has already been used/);
  await field('Username').fill('mia27');
  await next();
  await fillPasswords();
  await next();
  await fillPhone();
  await next();
  await expect.element(field('Number')).toHaveAccessibleDescription(/This phone number has already been used/);
  expect(asked).toEqual(['mia@sideline.example', 'mia.b@mail.example', 'MIA', 'mia27', '+38591222333']);
});

test('ACC-019 a common password, or the person’s own name, is refused in its step, before any code is sent', async () => {
  open();
  await field('First name').fill('Philippa');
  await field('Last name').fill('Okafor');
  await page.getByRole('checkbox').click();
  await next();
  await field('Email address').fill('pip@mail.example');
  await next();
  await field('Username').fill('pippa77');
  await next();
  network.requests.length = 0;
  const type = async (password: string) => {
    await field('Password').fill(password);
    await field('Confirm password').fill(password);
    await next();
  };
  await type('Sideline-2026!');
  await expect.element(page.getByText('This password is too common. Please choose another one.')).toBeVisible();
  await expect.element(field('Password')).toHaveFocus();
  await expectAccessible('a common password');
  await type('Philippa.1987');
  await expect.element(page.getByText(/^This password is little more than your own name\./)).toBeVisible();
  await type(PASSWORD);
  await expect.element(page.getByRole('heading', { name: "What's your phone number?" })).toBeVisible();
  expect(network.requests).toEqual([]);
});

test('cancelling forgets what was typed, and so does an hour; a stored form of another shape is ignored', async () => {
  open();
  await fillName();
  await page.getByRole('button', { name: 'Cancel sign up', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel and Exit Sign Up', exact: true }).click();
  await expect.poll(() => sessionStorage.getItem('sideline:sign-up')).toBeNull();
  const values = {
    firstName: 'Maya',
    lastName: 7,
    isOldEnough: 'yes',
    password1: PASSWORD,
    communicationMethod: 'fax',
  };
  const put = (kept: unknown) => sessionStorage.setItem('sideline:sign-up', JSON.stringify(kept));
  put({ values, step: 5, savedAtMs: Date.now() });
  open();
  await expect.element(field('First name')).toHaveValue('Maya');
  await expect.element(field('Last name')).toHaveValue('');
  await expect.element(page.getByRole('checkbox')).not.toBeChecked();
  for (const kept of [null, [], 'x', { values, step: 1, savedAtMs: Date.now() - 3_700_000 }]) {
    put(kept);
    open();
    await expect.element(field('First name')).toHaveValue('');
  }
});
