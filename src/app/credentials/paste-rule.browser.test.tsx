import { useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearPage, show } from '#app/data/signed-in.fixtures.tsx';
import { Field } from '#ui/forms/field.tsx';
import { PasswordPair, type Passwords } from './password-pair.tsx';
import { isPasteBlocked } from './paste-rule.ts';

afterEach(clearPage);

/** The two fields as sign-up, the reset and the settings show them, on a page of that host. */
function Pair({ hostname }: { hostname: string }) {
  const { register, control } = useForm<Passwords>({ defaultValues: { password1: '', password2: '' } });
  return (
    <>
      <Field label="Source" defaultValue="Corner-flag7" />
      <PasswordPair {...{ register, control, hostname }} errors={{}} label="Password" />
    </>
  );
}
const field = (name: string) => page.getByLabelText(name, { exact: true });
const copyTo = async (label: string) => {
  await field('Source').click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.copy();
  await field(label).click();
  await userEvent.paste();
};

test('ACC-105 the confirmation takes no paste, except on localhost', async () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(isPasteBlocked(host), host).toBe(false);
  for (const host of ['club.example', 'localhost.example', '192.168.1.2', '']) expect(isPasteBlocked(host)).toBe(true);
  show(<Pair hostname="club.example" />);
  await copyTo('Password');
  await expect.element(field('Password')).toHaveValue('Corner-flag7');
  await copyTo('Confirm password');
  await expect.element(field('Confirm password')).toHaveValue('');
  await expect.element(field('Confirm password')).toHaveAccessibleDescription(/Pasting is turned off/);
  clearPage();
  show(<Pair hostname="localhost" />);
  await copyTo('Confirm password');
  await expect.element(field('Confirm password')).toHaveValue('Corner-flag7');
});
