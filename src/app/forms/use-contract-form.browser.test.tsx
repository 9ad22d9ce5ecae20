import { createRoot, type Root } from 'react-dom/client';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Email } from '#contract/forms.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useContractForm } from './use-contract-form.ts';
import { useIsValid } from './use-is-valid.ts';

const Schema = v.object({ email: Email, note: v.pipe(v.string(), v.trim()) });
const TAKEN = 'ada@example.org';

let root: Root;
let sent: unknown[] = [];
/** The server's refusal of the next request; undefined accepts it. */
let refusal: CallError | undefined;

function Form() {
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    check: async ({ email }) => ({
      email: email === TAKEN ? 'Taken on this device' : undefined,
    }),
    values: { email: '', note: '' },
    failure: 'It did not work.',
    send: async (typed) => {
      if (refusal) throw refusal;
      sent.push(typed);
    },
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={errors.email?.message} {...register('email')} />
      <Field label="Note" error={errors.note?.message} {...register('note')} />
      {problem && <p role="alert">{problem}</p>}
      <Button type="submit" busy={isSending && 'Sending'} disabled={!useIsValid(Schema, control)}>
        Send
      </Button>
    </form>
  );
}

const field = page.getByLabelText('Email');
const send = page.getByRole('button', { name: 'Send' });

const open = (): void => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Form />);
};

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  sent = [];
  refusal = undefined;
});

test('the button waits for a complete form; what is sent has the schema’s form', async () => {
  open();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await field.fill('Grace@Example.org ');
  await page.getByLabelText('Note').fill(' hello ');
  await expect.element(send).not.toHaveAttribute('aria-disabled');
  await send.click();
  await expect.poll(() => sent).toEqual([{ email: 'grace@example.org', note: 'hello' }]);
});

test('a field shows its error once it is left, also one of a rule of this device', async () => {
  open();
  await field.fill('nobody');
  expect(page.getByText('Please enter email address').query()).toBeNull();
  await page.getByLabelText('Note').click();
  await expect.element(field).toHaveAccessibleDescription('Please enter email address');
  await field.fill(TAKEN);
  await expect.element(field).toHaveAccessibleDescription('Taken on this device');
  await expect.poll(() => sent).toEqual([]);
});

test('a refusal is shown at the field that it names, which takes the focus; what was typed stays and can be sent again', async () => {
  open();
  await field.fill('grace@example.org');
  refusal = new CallError('refused', { status: 422, code: 'auth.email_taken', message: 'In use.', field: 'email' });
  await send.click();
  await expect.element(field).toHaveAccessibleDescription('In use.');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('grace@example.org');
  refusal = undefined;
  await send.click();
  await expect.poll(() => sent.length).toBe(1);
});

test('a failure that names no field of the form is the page’s problem, and the next attempt clears it', async () => {
  open();
  await field.fill('grace@example.org');
  refusal = new CallError('offline');
  await send.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('It did not work.');
  await expect.element(field).toHaveValue('grace@example.org');
  refusal = undefined;
  await send.click();
  await expect.poll(() => sent.length).toBe(1);
  expect(page.getByRole('alert').query()).toBeNull();
});
