import { useWatch } from 'react-hook-form';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { requestReset, verifyReset } from '#contract/auth.ts';
import { CONFIRMATION_CODE } from '#contract/patterns.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { resetText } from '#contract/text/auth-sign-in.ts';
import { sendCall } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CodeInput } from '#ui/forms/code-input.tsx';
import { Note } from '#ui/states/note.tsx';
import { ResendCode } from '#app/credentials/resend-code.tsx';
import { useResendCode } from '#app/credentials/use-resend-code.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { useDelivery } from '#app/credentials/use-delivery.ts';

/** No pattern: the button is disabled until there are six digits. */
const Typed = v.object({ code: v.string() });

export interface ResetConfirmPageProps {
  via: 'email' | 'text';
  codeId: string;
  /** Address or number the code was sent to; undefined on arrival by the link in the mail, when no new code can be sent. */
  destination: string | undefined;
}

/** Asks for the code of a reset; resending has the delays of sign-up. Source: D-66. */
export function ResetConfirmPage({ via, codeId, destination }: ResetConfirmPageProps) {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { register, control, setError, errors, isSending, submit } = useContractForm({
    schema: Typed,
    values: { code: '' },
    failure: resetText.failed,
    failureField: 'code',
    send: async (typed): Promise<void> => {
      const { output } = await sendCall(verifyReset, {
        confirmationCodeFromUser: typed.code,
        confirmationCodeId: codeId,
      });
      if (!output.correct || !output.resetToken)
        setError('code', { type: 'server', message: credentialsText.wrongCode });
      else await navigate({ to: '/new-password', state: { resetToken: output.resetToken } });
    },
  });
  const code = useWatch({ control, name: 'code' });
  const sendAgain = async () => {
    const { output } = await sendCall(requestReset, { communicationMethod: via, destinationValue: destination! });
    await navigate({
      to: '/reset-password-confirm',
      search: { via, codeId: output.codeId },
      state: { resetDestination: destination! },
      replace: true,
    });
  };
  const { readyAtMs, state, resend } = useResendCode(sendAgain, (message) =>
    setError('code', { type: 'server', message }),
  );
  const isDelayed = useDelivery(via, destination === undefined ? undefined : codeId);
  const back = `/reset-password-${via === 'email' ? 'email' : 'sms'}` as const;
  return (
    <WizardPage
      header={resetText.header}
      heading={resetText.codeHeading}
      lead={<p>{resetText.sent}</p>}
      onBack={() => void navigate({ to: back })}
      onNext={() => void submit()}
      next={{
        label: resetText.next,
        busy: isSending && resetText.checking,
        disabled: !CONFIRMATION_CODE.test(code),
        offlineHelp: resetText.offline,
      }}
    >
      {isDelayed && (
        <Note tone="warn" role="status">
          {resetText.delayed[via]}
        </Note>
      )}
      <CodeInput label={credentialsText.code} checking={isSending} error={errors.code?.message} {...register('code')} />
      {destination === undefined ? (
        <Button variant="ghost" size="m" href={back}>
          {resetText.startAgain}
        </Button>
      ) : (
        <ResendCode readyAtMs={readyAtMs} state={state} isOnline={isOnline} onResend={() => void resend()} />
      )}
    </WizardPage>
  );
}
