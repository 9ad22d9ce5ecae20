import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, person } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InviteAppliedPage } from './invite-applied-page.tsx';

beforeEach(async () => {
  const { db } = await freshAccount();
  await db.me.put(person({ isRegistrationComplete: false }));
});
afterEach(clearPage);

test('SYS-016 an amount of money is in US dollars', async () => {
  const inviteProgram = {
    name: 'Friends',
    discountAmountUnit: 'currency' as const,
    discountAmountValue: 150,
    durationInMonths: 3,
    recipientType: 'learner',
  };
  showRouted(<InviteAppliedPage flowType="learner" redeemed={{ sender: 'Ana Silva', inviteProgram }} />);
  await expect
    .element(page.getByText('You get $1.50 off the monthly price for 3 months after your first payment.'))
    .toBeVisible();
});
