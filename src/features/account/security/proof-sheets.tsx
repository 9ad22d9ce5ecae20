import { useId, type ReactNode } from 'react';
import * as v from 'valibot';
import { PasswordAndCode } from '#contract/forms.ts';
import { securityText } from '#contract/text/account-security.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useContractForm } from '#app/forms/use-contract-form.ts';

const Password = v.object({ password: PasswordAndCode.entries.password });

interface SheetFormProps {
  open: boolean;
  onClose: () => void;
  title: string;
  text?: string | undefined;
  button: string;
  /** Label of the button while it runs. */
  busy: string | false;
  problem: string | undefined;
  submit: (event?: React.FormEvent) => Promise<void>;
  children: ReactNode;
}

/** A form in a sheet, with one button below. */
export function SheetForm({ open, onClose, title, text, button, busy, problem, submit, children }: SheetFormProps) {
  const form = useId();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <Button type="submit" form={form} block busy={busy}>
          {button}
        </Button>
      }
    >
      <form id={form} className="stack-s" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {children}
      </form>
    </Sheet>
  );
}

interface PasswordSheetProps {
  open: boolean;
  onClose: () => void;
  onProve: (password: string) => Promise<void>;
}

/** Asks for the password before a change, if the sign-in is not recent. */
export function PasswordSheet({ open, onClose, onProve }: PasswordSheetProps) {
  const { register, errors, problem, isSending, submit } = useContractForm({
    schema: Password,
    values: { password: '' },
    mode: 'onSubmit',
    failureField: 'password',
    send: async ({ password }) => {
      await onProve(password);
      onClose();
    },
  });
  return (
    <SheetForm
      {...{ open, onClose, problem, submit }}
      title={securityText.passwordTitle}
      text={securityText.passwordText}
      button={securityText.continue}
      busy={isSending && securityText.checking}
    >
      <PasswordField
        label={securityText.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
    </SheetForm>
  );
}

interface PasswordAndCodeSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  text: string;
  button: string;
  busy: string;
  onSend: (input: { password: string; code: string }) => Promise<void>;
}

/** Asks for the password and a code, for a change of two-factor sign-in. */
export function PasswordAndCodeSheet({ busy, onSend, ...sheet }: PasswordAndCodeSheetProps) {
  const { register, errors, problem, isSending, submit } = useContractForm({
    schema: PasswordAndCode,
    values: { password: '', code: '' },
    mode: 'onSubmit',
    send: onSend,
  });
  return (
    <SheetForm {...sheet} {...{ problem, submit }} busy={isSending && busy}>
      <PasswordField
        label={securityText.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Field
        label={securityText.anyCode}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        error={errors.code?.message}
        {...register('code')}
      />
    </SheetForm>
  );
}
