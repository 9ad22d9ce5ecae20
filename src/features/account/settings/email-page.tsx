import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { changeEmail } from '#contract/account.ts';
import type { Call } from '#contract/call.ts';
import { Email } from '#contract/forms.ts';
import { accountText as text } from '#contract/text/account.ts';
import { EmailField } from '#app/credentials/email-field.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import type { Answered } from '#app/data/use-answer.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { ConfirmContact, useConfirming } from './confirm-contact.tsx';
import { ContactCode, useSendCode, type SentCode } from './contact-code.tsx';
import { SettingPage } from './setting-page.tsx';
import { useSettings } from './use-settings.tsx';

const Schema = v.object({ email: Email });

/** A new email address, which a code that is sent to it confirms. Source: D-88. */
export function EmailPage() {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<SentCode>();
  const { settings, answered, coming } = useSettings();
  const confirming = useConfirming('email', settings);
  if (!sent && confirming.contact !== undefined)
    return <ConfirmContact method="email" contact={confirming.contact} onSent={setSent} onBack={confirming.stop} />;
  if (!sent)
    return (
      <EmailForm
        current={settings.email}
        coming={coming}
        answered={answered}
        note={confirming.note}
        typed={typed}
        onSent={(next) => {
          setTyped(next.destination);
          setSent(next);
        }}
      />
    );
  return (
    <ContactCode
      method="email"
      sent={sent}
      onSent={setSent}
      onBack={() => setSent(undefined)}
      change={(code) => call(changeEmail, { email: sent.destination, ...code }, { scope: `user:${userId}` })}
      saved={sent.destination === settings.email ? text.saved.emailConfirmed : text.saved.email}
    />
  );
}

interface EmailFormProps {
  current: string | undefined;
  /** Shown while `current` is loading. */
  coming: ReactNode;
  answered: Answered<Call>;
  note: ReactNode;
  typed: string;
  onSent: (sent: SentCode) => void;
}

function EmailForm({ current, coming, answered, note, typed, onSent }: EmailFormProps) {
  const sendCode = useSendCode('email');
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    values: { email: typed },
    failure: text.failed,
    failureField: 'email',
    send: async ({ email }) => onSent({ codeId: await sendCode(email), destination: email, shown: email }),
  });
  return (
    <SettingPage
      heading={text.email}
      lead={
        <>
          {current ? <p>{text.now(current)}</p> : coming}
          <p>{text.codeLead}</p>
        </>
      }
      label={text.sendCode}
      busy={text.sending}
      isSending={isSending}
      isComplete={useIsValid(Schema, control)}
      help={text.emailHelp}
      answered={answered}
      problem={problem}
      onSubmit={submit}
    >
      {note}
      <EmailField label={text.emailLabel} error={errors.email?.message} {...register('email')} />
    </SettingPage>
  );
}
