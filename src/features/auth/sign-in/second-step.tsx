import { useState } from 'react';
import * as v from 'valibot';
import { SecondFactorCode } from '#contract/forms.ts';
import { secondStepText, signInText } from '#contract/text/auth-sign-in.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CodeInput } from '#ui/forms/code-input.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { confirmSignIn, type SignInResult } from './sign-in-actions.ts';

const Typed = v.object({ code: SecondFactorCode });

export interface SecondStepProps {
  /** The ticket of a right password. */
  ticket: string;
  /** Back to the password, with the reason if the ticket has expired. */
  onBack: (reason?: string) => void;
  onResult: (result: SignInResult) => Promise<void>;
}

/** Asks for a code of the authenticator app, or for a recovery code. Source: decision 0056. */
export function SecondStep(props: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  // Another form for each kind: an error and half a code belong to one of them.
  return (
    <CodeForm key={String(isRecovery)} {...props} isRecovery={isRecovery} onSwitch={() => setRecovery(!isRecovery)} />
  );
}

interface CodeFormProps extends SecondStepProps {
  isRecovery: boolean;
  onSwitch: () => void;
}

function CodeForm({ ticket, onBack, onResult, isRecovery, onSwitch }: CodeFormProps) {
  const { register, control, errors, isSending, submit } = useContractForm({
    schema: Typed,
    values: { code: '' },
    mode: 'onSubmit',
    failure: secondStepText.failed,
    failureField: 'code',
    send: async ({ code }): Promise<void> => {
      try {
        await onResult(await confirmSignIn(ticket, code));
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'auth.second_step_over') throw error;
        onBack(error.message);
      }
    },
  });
  const isComplete = useIsValid(Typed, control);
  const field = { error: errors.code?.message, ...register('code') };
  return (
    <WizardPage
      header={signInText.title}
      title={signInText.title}
      heading={isRecovery ? secondStepText.recoveryHeading : secondStepText.heading}
      lead={<p>{isRecovery ? secondStepText.recoveryLead : secondStepText.lead}</p>}
      onBack={() => onBack()}
      onNext={() => void submit()}
      next={{
        label: secondStepText.signIn,
        busy: isSending && secondStepText.signingIn,
        disabled: !isComplete,
        help: secondStepText.help,
        offlineHelp: secondStepText.offline,
      }}
    >
      {isRecovery ? (
        <Field
          label={secondStepText.recoveryCode}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          {...field}
        />
      ) : (
        <CodeInput label={secondStepText.code} checking={isSending} {...field} />
      )}
      <Button variant="ghost" size="m" onClick={onSwitch}>
        {isRecovery ? secondStepText.useApp : secondStepText.useRecovery}
      </Button>
    </WizardPage>
  );
}
