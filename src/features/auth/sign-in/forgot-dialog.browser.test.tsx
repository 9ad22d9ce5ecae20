import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ForgotDialog } from './forgot-dialog.tsx';

afterEach(clearPage);

test('ACC-041 ACC-042 ACC-043 a forgotten password: the code comes by email or SMS, or one goes back', async () => {
  let closed = 0;
  showRouted(<ForgotDialog open onClose={() => (closed += 1)} />, '/', [
    '/reset-password-email',
    '/reset-password-sms',
  ]);
  const dialog = page.getByRole('dialog', { name: 'Forgot password?', exact: true });
  const way = (name: string) => dialog.getByRole('link', { name, exact: true });
  await expect.element(way('Via email')).toHaveAttribute('href', '/reset-password-email');
  await expect.element(way('Via SMS')).toHaveAttribute('href', '/reset-password-sms');
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.poll(() => closed).toBe(1);
});
