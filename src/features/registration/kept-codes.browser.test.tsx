import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { forgetInvitedCode, keepInvitedCode } from '#app/device/invited-code.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AffiliateCodePage } from './affiliate-code-page.tsx';
import { InviteCodePage } from './invite-code-page.tsx';
import { forgetDraft, readDraft } from './registration-draft.ts';

const network = standInNetwork();
let account: Account;
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false }));
});
afterEach(() => {
  forgetInvitedCode();
  clearPage();
});

const open = (screen: ReactNode) => {
  clearPage();
  showRouted(screen);
};
const code = () => page.getByRole('textbox');
const kept = async () => (await account.db.drafts.toArray()).map(({ value }) => value);
const keptAtMs = async (typed: string) =>
  (await account.db.drafts.toArray()).find(({ value }) => value === typed)!.savedAtMs;

test('INV-001 INV-006 a code that was typed is there again after the page was left, until the registration is complete', async () => {
  for (const [screen, typed] of [
    [<InviteCodePage key="i" flowType="learner" canSkip />, 'FRIEND-1'],
    [<AffiliateCodePage key="a" flowType="learner" />, 'CLUB 20'],
  ] as const) {
    open(screen);
    await code().fill(typed);
    await expect.poll(kept).toContain(typed);
    const before = await keptAtMs(typed);
    open(screen);
    await expect.element(code()).toHaveValue(typed);
    // The page keeps what it has filled in once more: not after what follows here.
    await expect.poll(() => keptAtMs(typed)).toBeGreaterThan(before);
  }
  await forgetDraft(account.db);
  open(<InviteCodePage flowType="learner" canSkip />);
  await expect.poll(kept).toEqual(['']);
  await expect.element(code()).toHaveValue('');
});

test('INV-001 INV-006 the code of a link that was opened on this device is filled in where its kind is asked for', async () => {
  keepInvitedCode({ code: 'K7Q2MT9XB', kind: 'invitation' });
  open(<AffiliateCodePage flowType="learner" />);
  await expect.element(code()).toHaveValue('');
  open(<InviteCodePage flowType="learner" canSkip />);
  await expect.element(code()).toHaveValue('K7Q2MT9XB');
  // Kept after it is filled in: not after what follows here.
  await expect.poll(kept).toContain('K7Q2MT9XB');
  await forgetDraft(account.db);
  open(<InviteCodePage flowType="learner" canSkip />);
  await expect.element(code()).toHaveValue('');
});

test('INV-006 who came with the link of a community is led to the field of its code, filled in, before the sports', async () => {
  const pages = ['/$flowType/affiliate-code', '/$flowType/choose-your-sport'];
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();
  const at = showRouted(<InviteCodePage flowType="learner" canSkip />, '/learner/invite-code', pages);
  await next();
  await expect.poll(at).toBe('/learner/choose-your-sport');
  clearPage();
  keepInvitedCode({ code: 'CLVB2345X', kind: 'affiliate' });
  const then = showRouted(<InviteCodePage flowType="learner" canSkip />, '/learner/invite-code', pages);
  await expect.element(code()).toHaveValue('');
  await next();
  await expect.poll(then).toBe('/learner/affiliate-code');
  open(<AffiliateCodePage flowType="learner" />);
  await expect.element(code()).toHaveValue('CLVB2345X');
});

test('INV-006 the code of a community counts also where an invitation is asked for: its link was opened offline', async () => {
  const applied: unknown[] = [];
  network.answer('/invitation-codes/check-shareable-code', () => {
    throw new Refusal(404, 'invite.unknown_code', 'Incorrect invitation code');
  });
  network.answer('/affiliate-code/apply', (_query, body) => {
    applied.push(body);
    if (body['code'] !== 'CLVB2345X')
      throw new Refusal(400, 'affiliate.unknown_code', 'This affiliate code is not valid.');
    return { sender: 'Ana Silva' };
  });
  keepInvitedCode({ code: 'CLVB2345X', kind: 'invitation' });
  const at = showRouted(<InviteCodePage flowType="learner" canSkip />, '/learner/invite-code', [
    '/$flowType/choose-your-sport',
  ]);
  await expect.element(code()).toHaveValue('CLVB2345X');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(at).toBe('/learner/choose-your-sport');
  expect(applied).toEqual([{ code: 'CLVB2345X' }]);
  expect((await readDraft(account.db))?.affiliateCode).toBe('CLVB2345X');
  clearPage();
  open(<InviteCodePage flowType="learner" canSkip />);
  await code().fill('ZZZZZZZZZ');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Invite code' })).toBeVisible();
});

test.for([
  ['invite.used', 'This invitation code was used already.'],
  ['invite.own_code', 'This is your own code. Invite a friend with it.'],
  ['invite.expired', 'This invitation code has expired. Ask Ana Silva to send it again.'],
  ['invite.cancelled', 'Ana Silva has cancelled this invitation.'],
  ['invite.other_role', 'This code is for people who join as a Creator.'],
] as const)('a code that is refused as %s says why under the field', async ([problem, words]) => {
  network.answer('/invitation-codes/check-shareable-code', () => {
    throw new Refusal(409, problem, words);
  });
  open(<InviteCodePage flowType="learner" canSkip />);
  await code().fill('K7Q2MT9XB');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(code()).toHaveAccessibleDescription(new RegExp(words.replaceAll('.', String.raw`\.`)));
});
