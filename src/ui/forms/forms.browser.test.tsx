import { createRoot, type Root } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CodeInput } from './code-input.tsx';
import { Field } from './field.tsx';
import { RatingInput } from './rating-input.tsx';
import { TagInput } from './tag-input.tsx';

let root: Root;

function show(element: React.ReactNode): void {
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(element);
}

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

test('WAT-016 Save stays disabled until all three categories have a star; arrow keys move', async () => {
  const onSave = vi.fn();
  show(<RatingInput onSave={onSave} />);
  const save = page.getByRole('button', { name: 'Save rating' });
  const stars = (category: string) => page.getByRole('radiogroup', { name: category });
  await stars('Relevance').getByRole('radio', { name: '5 stars' }).click();
  await stars('Helpful').getByRole('radio', { name: '4 stars' }).click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(stars('Engaging').getByRole('radio', { name: '3 stars' })).toBeChecked();
  await save.click();
  expect(onSave).toHaveBeenCalledWith({ Relevance: 5, Helpful: 4, Engaging: 3 }, '');
});

test('WAT-017 the saved rating cannot be saved again unchanged', async () => {
  show(<RatingInput saved={{ Relevance: 5, Helpful: 4, Engaging: 3 }} onSave={() => {}} />);
  const save = page.getByRole('button', { name: 'Save rating' });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radiogroup', { name: 'Helpful' }).getByRole('radio', { name: '5 stars' }).click();
  await expect.element(save).not.toHaveAttribute('aria-disabled');
});

function CodeForm({ error, onComplete }: { error?: string; onComplete: (code: string) => void }) {
  const { register } = useForm<{ code: string }>();
  return <CodeInput label="Code" error={error} onComplete={onComplete} {...register('code')} />;
}

test('a code accepts digits only, reports completion, and keeps and selects a wrong code', async () => {
  const onComplete = vi.fn();
  show(<CodeForm onComplete={onComplete} />);
  const field = page.getByLabelText('Code');
  await field.fill('4197x8');
  await expect.element(field).toHaveValue('41978');
  await userEvent.keyboard('2');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('419782');
  root.render(<CodeForm error="Incorrect confirmation code." onComplete={onComplete} />);
  await expect.element(field).toHaveAccessibleDescription('Incorrect confirmation code.');
  const input = field.element() as HTMLInputElement;
  await expect.poll(() => [input.value, input.selectionStart, input.selectionEnd]).toEqual(['419782', 0, 6]);
});

test('a field describes its error before its help and counts from 80 % of its limit', async () => {
  show(<Field label="Title" help="Short is good." error="Required" maxLength={10} />);
  const field = page.getByLabelText('Title');
  await expect.element(field).toHaveAccessibleDescription('Required Short is good.');
  await expect.element(field).toBeInvalid();
  await field.fill('1234567');
  expect(page.getByText('7 / 10').query()).toBeNull();
  await field.fill('12345678');
  await expect.element(page.getByText('8 / 10')).toBeVisible();
});

test('an error that appears because its field is left waits for the release, so that the pressed button stays under the finger', async () => {
  const onSend = vi.fn();
  function Form() {
    const { register, formState } = useForm({ mode: 'onTouched', defaultValues: { number: '' } });
    return (
      <>
        <Field
          label="Number"
          error={formState.errors.number?.message}
          {...register('number', { required: 'This number is missing' })}
        />
        <button type="button" style={{ height: 10 }} onClick={onSend}>
          Send
        </button>
      </>
    );
  }
  show(<Form />);
  await page.getByLabelText('Number').click();
  await page.getByRole('button', { name: 'Send' }).click({ delay: 300 });
  expect(onSend).toHaveBeenCalledTimes(1);
  await expect.element(page.getByText('This number is missing')).toBeVisible();
});

test('a space adds a tag, and an invalid tag stays in the field for correction', async () => {
  const onChange = vi.fn();
  show(<TagInput label="Tags" value={['press']} onChange={onChange} most={5} isValid={(tag) => /^\w+$/.test(tag)} />);
  const field = page.getByLabelText('Tags', { exact: true });
  await field.fill('corner ');
  expect(onChange).toHaveBeenCalledWith(['press', 'corner']);
  await field.fill('bad! ');
  await expect.element(field).toHaveValue('bad!');
  await expect.element(field).toBeInvalid();
});
