import * as v from 'valibot';
import { CONFIRMATION_CODE } from '#contract/patterns.ts';
import { credentialsText, joinText } from '#contract/text/auth-join.ts';
import { CodeInput } from '#ui/forms/code-input.tsx';
import { Note } from '#ui/states/note.tsx';
import { ResendCode, type ResendCodeProps } from '#app/credentials/resend-code.tsx';
import { useOnline } from '#app/device/traffic.ts';
import { destinationText } from './sign-up-form.ts';
import { StepPage, useStepForm, type StepProps } from './sign-up-step.tsx';
import './code-step.css';

const { code: text } = joinText;
const Schema = v.object({ code: v.pipe(v.string(), v.regex(CONFIRMATION_CODE)) });

export interface CodeStepProps extends StepProps {
  resendAtMs: number;
  resend: ResendCodeProps['state'];
  onResend: () => void;
}

/** Step 6. The sixth digit enables Next but does not submit; a wrong code keeps its digits. Source: D-68. */
export function CodeStep({
  form,
  problem,
  onTyped,
  busy,
  onNext,
  onBack,
  onClose,
  resendAtMs,
  resend,
  onResend,
}: CodeStepProps) {
  const {
    register,
    handleSubmit,
    getValues,
    isComplete,
    formState: { errors },
  } = useStepForm(Schema, { code: form.code }, { problem, onTyped });
  const isOnline = useOnline();
  const byMail = form.communicationMethod === 'email';
  return (
    <StepPage
      step="code"
      heading={text.heading}
      isComplete={isComplete}
      help={text.help}
      busy={busy}
      onClose={onClose}
      lead={
        <p>
          {byMail ? text.mailed : text.texted} <b className="code-step__to">{destinationText(form)}</b>.
        </p>
      }
      onNext={() => void handleSubmit(onNext)()}
      onBack={() => onBack(getValues())}
    >
      <CodeInput
        label={credentialsText.code}
        checking={Boolean(busy)}
        error={errors.code?.type === 'server' ? errors.code.message : undefined}
        help={resend === 'failed' ? text.resendFailedHelp : undefined}
        {...register('code')}
      />
      <ResendCode readyAtMs={resendAtMs} state={resend} isOnline={isOnline} onResend={onResend} />
      <Note>{byMail ? text.emailNote : text.textNote}</Note>
    </StepPage>
  );
}
