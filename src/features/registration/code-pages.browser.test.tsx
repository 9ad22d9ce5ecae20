import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AffiliateCodePage } from './affiliate-code-page.tsx';
import { InviteAppliedPage } from './invite-applied-page.tsx';
import { InviteCodePage } from './invite-code-page.tsx';

const network = standInNetwork();
const PAGES = [
  '/$flowType/choose-your-sport',
  '/$flowType/invite-code',
  '/$flowType/invite-code-applied',
  '/choose-membership-type',
];
const REDEEMED = {
  sender: 'Ana Silva',
  inviteProgram: {
    name: 'Friends',
    discountAmountUnit: 'percent' as const,
    discountAmountValue: 50,
    durationInMonths: 3,
    recipientType: 'learner',
  },
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const code = () => page.getByRole('textbox');
const dialog = () => page.getByRole('alertdialog', { name: 'Invite code' });
let asked: unknown[];
beforeEach(async () => {
  const { db } = await freshAccount();
  await db.me.put(person({ isRegistrationComplete: false }));
  network.goOnline();
  asked = [];
});
afterEach(clearPage);

test('INV-002 INV-003 INV-031 INV-052 INV-053 an invitation code is pasted with spaces; one that is unknown is entered anew, or kept', async () => {
  network.answer('/invitation-codes/check-shareable-code', (_query, body) => {
    asked.push(body);
    if (body['code'] === 'KICKOFF26') return REDEEMED;
    throw new Refusal(404, 'invite.unknown_code', 'Incorrect invitation code', 'code');
  });
  network.answer('/affiliate-code/apply', () => {
    throw new Refusal(400, 'affiliate.unknown_code', 'This affiliate code is not valid.', 'code');
  });
  const at = showRouted(<InviteCodePage flowType="learner" canSkip />, '/learner/invite-code?next=1', PAGES);
  await expect.element(page.getByRole('heading', { name: 'Do you have a code to redeem?' })).toBeVisible();
  await code().fill('ZZZZZZZZZ');
  await button('Next').click();
  await expect.element(dialog().getByText('The Invite Code you entered is not a valid code. Try again?')).toBeVisible();
  await expectAccessible('a code that is unknown');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(code()).toHaveValue('ZZZZZZZZZ');
  await button('Next').click();
  await dialog().getByRole('button', { name: 'Reenter code' }).click();
  await expect.element(code()).toHaveValue('');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', ' KICK OFF 26 ');
  code()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(code()).toHaveValue('KICKOFF26');
  await button('Next').click();
  await expect.poll(at).toBe('/learner/invite-code-applied');
  expect(asked.at(-1)).toEqual({ recipientType: 'learner', code: 'KICKOFF26' });
});

test('INV-003 where a code is needed there is no way on without one; back leads to the memberships', async () => {
  const at = showRouted(<InviteCodePage flowType="learner" canSkip={false} />, '/learner/invite-code', PAGES);
  await expect.element(button('Next')).toHaveAttribute('aria-disabled', 'true');
  await button('Back').click();
  await expect.poll(at).toBe('/choose-membership-type');
});

test.for([
  ['learner', 'Next'],
  ['educator', 'Begin Application'],
] as const)(
  'INV-004 INV-005 INV-008 with a code and without one, the button on the way of the %s is ‘%s’',
  async ([flowType, label]) => {
    const at = showRouted(<InviteAppliedPage flowType={flowType} redeemed={REDEEMED} />, '/', PAGES);
    await button(label).click();
    await expect.poll(at).toBe(`/${flowType}/choose-your-sport`);
    clearPage();
    const then = showRouted(<AffiliateCodePage flowType={flowType} />, '/', PAGES);
    await button(label).click();
    await expect.poll(then).toBe(`/${flowType}/choose-your-sport`);
  },
);

test('INV-007 INV-054 an affiliate code is submitted; a refusal stands under its field, and what was typed stays', async () => {
  network.answer('/affiliate-code/apply', (_query, body) => {
    asked.push(body);
    if (asked.length === 1) throw new Refusal(400, 'affiliate.expired', 'This affiliate code has expired.', 'code');
    return { sender: 'Ana Silva' };
  });
  const at = showRouted(<AffiliateCodePage flowType="learner" />, '/learner/affiliate-code', PAGES);
  await code().fill('ANASOCCER');
  await button('Submit').click();
  await expect.element(code()).toHaveAccessibleDescription(/This affiliate code has expired\./);
  await expect.element(code()).toHaveValue('ANASOCCER');
  await button('Submit').click();
  await expect.poll(at).toBe('/learner/choose-your-sport');
  expect(asked).toEqual([{ code: 'ANASOCCER' }, { code: 'ANASOCCER' }]);
});
