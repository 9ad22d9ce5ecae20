import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { sendContactCode } from '#contract/account.ts';
import { CONFIRMATION_CODE } from '#contract/patterns.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { accountText as text } from '#contract/text/account.ts';
import { CodeInput } from '#ui/forms/code-input.tsx';
import { Note } from '#ui/states/note.tsx';
import { ResendCode } from '#app/credentials/resend-code.tsx';
import { useDelivery } from '#app/credentials/use-delivery.ts';
import { useResendCode } from '#app/credentials/use-resend-code.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { leaveWith, SettingPage } from './setting-page.tsx';

/** A code that was sent to a new address or number. */
export interface SentCode {
  codeId: string;
  destination: string;
  /** Where it went, for people. */
  shown: string;
}

export interface Confirmation {
  codeId: string;
  confirmationCodeFromUser: string;
}

/** Sends a code to a new address or number. @throws CallError */
export const useSendCode = (method: 'email' | 'text') => {
  const { userId } = useAccount();
  const call = useOnlineCall();
  return async (destinationValue: string): Promise<string> => {
    const input = { communicationMethod: method, destinationValue };
    return (await call(sendContactCode, input, { scope: `user:${userId}` })).codeId;
  };
};

interface ContactCodeProps {
  method: 'email' | 'text';
  sent: SentCode;
  onSent: (sent: SentCode) => void;
  onBack: () => void;
  /** Makes the change. @throws CallError */
  change: (confirmation: Confirmation) => Promise<unknown>;
  saved: string;
}

/** No pattern: the button is disabled until there are six digits. */
const Typed = v.object({ code: v.string() });

/** The second step of a new address or number: the code that was sent to it. Source: D-88, ACC-070…ACC-073. */
export function ContactCode({ method, sent, onSent, onBack, change, saved }: ContactCodeProps) {
  const isOnline = useOnline();
  const sendCode = useSendCode(method);
  const { register, control, setError, errors, problem, isSending, submit } = useContractForm({
    schema: Typed,
    values: { code: '' },
    failure: text.failed,
    failureField: 'code',
    send: async ({ code }) => {
      await change({ codeId: sent.codeId, confirmationCodeFromUser: code });
      leaveWith(saved);
    },
  });
  const code = useWatch({ control, name: 'code' });
  const { readyAtMs, state, resend } = useResendCode(
    async () => onSent({ ...sent, codeId: await sendCode(sent.destination) }),
    (message) => setError('code', { type: 'server', message }),
  );
  const isDelayed = useDelivery(method, sent.codeId);
  return (
    <SettingPage
      heading={text.codeHeading}
      lead={
        <p>
          {method === 'email' ? text.mailed : text.texted} <b className="num">{sent.shown}</b>.
        </p>
      }
      isSending={isSending}
      isComplete={CONFIRMATION_CODE.test(code)}
      help={text.codeHelp}
      problem={problem}
      onBack={onBack}
      onSubmit={submit}
    >
      {isDelayed && (
        <Note tone="warn" role="status">
          {text.delayed[method]}
        </Note>
      )}
      <CodeInput label={credentialsText.code} checking={isSending} error={errors.code?.message} {...register('code')} />
      <ResendCode readyAtMs={readyAtMs} state={state} isOnline={isOnline} onResend={() => void resend()} />
    </SettingPage>
  );
}
