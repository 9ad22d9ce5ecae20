import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { AccountSettings } from '#contract/account.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Note } from '#ui/states/note.tsx';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useSendCode, type SentCode } from './contact-code.tsx';
import { SettingPage } from './setting-page.tsx';

type Method = AccountSettings['communicationMethod'];

/** The own address or number, if the server says that it is not confirmed; undefined while that is not known. */
export const unconfirmedOf = (settings: Partial<AccountSettings>, method: Method): string | undefined => {
  const { email, isEmailVerified, phoneNumber, isPhoneVerified } = settings;
  if (method === 'email') return isEmailVerified === false ? email : undefined;
  return isPhoneVerified === false ? phoneNumber : undefined;
};

/** Says that the own address or number is not confirmed, and what follows from that. */
function NotConfirmedNote({ method, onConfirm }: { method: Method; onConfirm: () => void }) {
  return (
    <Note
      tone="warn"
      action={
        <Button variant="outline" size="m" onClick={onConfirm}>
          {text.confirm[method]}
        </Button>
      }
    >
      {text.notConfirmedNote[method]}
    </Note>
  );
}

interface ConfirmContactProps {
  method: Method;
  contact: string;
  onSent: (sent: SentCode) => void;
  onBack: () => void;
}

const Consent = v.object({ smsConsent: v.boolean() });

/** Sends a code to the address or number that the person gave at sign-up. Source: D-57, decision 0067. */
export function ConfirmContact({ method, contact, onSent, onBack }: ConfirmContactProps) {
  const sendCode = useSendCode(method);
  const { register, control, problem, isSending, submit } = useContractForm({
    schema: Consent,
    values: { smsConsent: false },
    failure: text.failed,
    send: async () => onSent({ codeId: await sendCode(contact), destination: contact, shown: contact }),
  });
  const hasConsent = useWatch({ control, name: 'smsConsent' });
  return (
    <SettingPage
      heading={text.confirm[method]}
      lead={
        <>
          <p>{text.now(contact)}</p>
          <p>{text.codeLead}</p>
        </>
      }
      label={text.sendCode}
      busy={text.sending}
      isSending={isSending}
      isComplete={method === 'email' || hasConsent}
      help={text.consentHelp}
      problem={problem}
      onBack={onBack}
      onSubmit={submit}
    >
      {method === 'text' && <Checkbox label={joinText.phone.consent} {...register('smsConsent')} />}
    </SettingPage>
  );
}

/**
 * Whether the person confirms their own address or number on a page that also changes it.
 *
 * @returns `contact`: what is being confirmed, if anything; `note`: what the form shows above its fields.
 */
export const useConfirming = (method: Method, settings: Partial<AccountSettings>) => {
  const [isConfirming, setConfirming] = useState(false);
  const contact = unconfirmedOf(settings, method);
  return {
    contact: isConfirming ? contact : undefined,
    note: contact !== undefined && <NotConfirmedNote method={method} onConfirm={() => setConfirming(true)} />,
    stop: () => setConfirming(false),
  };
};
