import { useEffect, useId, useImperativeHandle, useState, type Ref } from 'react';
import * as v from 'valibot';
import { sandboxConfirm } from '#contract/payments.ts';
import { CardFieldsForm } from '#contract/payments-billing.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';
import { useOnlineCall } from '../data/use-act.ts';
import type { CardHandle } from './card-port.ts';
import { useSandboxBank } from './use-bank.tsx';
import './payments.css';

const { form: text } = paymentsText;
const EMPTY = { number: '', expiry: '', cvc: '' };
type Typed = typeof EMPTY;
type Problems = Partial<Record<keyof Typed, string>>;

const digitsOf = (typed: string, most: number): string => typed.replace(/\D/g, '').slice(0, most);
/** "4242 4242 4242 4242". */
const spaced = (typed: string): string => digitsOf(typed, 19).replace(/(.{4})(?=.)/g, '$1 ');
/** "08 / 27"; deleting the slash deletes the digit before it. */
const slashed = (typed: string, before: string): string => {
  const digits = digitsOf(typed, 4);
  if (before.endsWith(' / ') && typed.length < before.length) return digits.slice(0, 1);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
};

const problemsOf = (typed: Typed): Problems =>
  Object.fromEntries(
    (v.safeParse(CardFieldsForm, typed).issues ?? []).map(({ path, message }) => [path?.[0].key, message]),
  ) as Problems;

/** The sandbox's own fields, in place of the provider's. What is typed is kept nowhere. Source: SUB-068, D-194. */
export function SandboxCard({ ref, onReady }: { ref: Ref<CardHandle>; onReady: () => void }) {
  const call = useOnlineCall();
  const bank = useSandboxBank();
  const [typed, setTyped] = useState(EMPTY);
  const [shown, setShown] = useState<readonly (keyof Typed)[]>([]);
  const problems = problemsOf(typed);
  const id = useId();
  useEffect(() => onReady(), [onReady]);
  useImperativeHandle(ref, () => ({
    check: async () => {
      setShown(['number', 'expiry', 'cvc']);
      const [first] = Object.keys(problems);
      if (first) document.getElementById(`${id}${first}`)?.focus();
      return first === undefined;
    },
    confirm: async (clientSecret, { name, address }) => {
      const { number, expiry, cvc } = v.parse(CardFieldsForm, typed);
      const card = { number, cvc, ...expiry, name, ...(address && { address }) };
      const { status, message } = await call(sandboxConfirm, { clientSecret, card });
      return status === 'requires_action' ? bank.ask(clientSecret) : { status, message };
    },
  }));
  const field = (name: keyof Typed, format: (next: string) => string) => ({
    id: `${id}${name}`,
    value: typed[name],
    inputMode: 'numeric' as const,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: format(event.target.value) }),
    onBlur: () => typed[name] !== '' && setShown([...shown, name]),
    error: shown.includes(name) ? problems[name] : undefined,
  });
  return (
    <>
      <Note>{text.testForm}</Note>
      <Field label={text.number} autoComplete="cc-number" {...field('number', spaced)} />
      <div className="card-form__pair">
        <Field
          label={text.expiry}
          placeholder={text.expiryHint}
          autoComplete="cc-exp"
          {...field('expiry', (next) => slashed(next, typed.expiry))}
        />
        <Field label={text.cvc} autoComplete="cc-csc" {...field('cvc', (next) => digitsOf(next, 4))} />
      </div>
      {bank.dialog}
    </>
  );
}
