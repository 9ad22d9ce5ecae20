import { useState } from 'react';
import * as v from 'valibot';
import { askGuardian, readGuardianConsent, type GuardianConsent } from '#contract/account.ts';
import { Email } from '#contract/forms.ts';
import { accountText } from '#contract/text/account.ts';
import { guardianText as text } from '#contract/text/account-guardian.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { SettingPage } from '../settings/setting-page.tsx';

const Schema = v.object({ email: Email });

/** The consent of a minor's guardian: who was asked, what they answered, and a new mail. Source: D-250, decision 0065. */
export function GuardianPage() {
  const answered = useAnswer(readGuardianConsent, {});
  const [asked, setAsked] = useState<GuardianConsent>();
  const consent = asked ?? answered.answer;
  if (consent?.isNeeded && consent.state !== 'given')
    return (
      <GuardianForm
        consent={consent}
        answered={answered}
        onAsked={(next) => {
          setAsked(next);
          answered.reload();
        }}
      />
    );
  return (
    <WizardPage header={accountText.title} heading={text.title} barBack={goBack}>
      <AnswerView answered={answered} shape="row" count={1}>
        {(answer) =>
          answer.isNeeded ? (
            <State consent={answer} />
          ) : (
            <EmptyState drawing="quiet" level={2} title={text.notNeeded}>
              {text.notNeededHelp}
            </EmptyState>
          )
        }
      </AnswerView>
    </WizardPage>
  );
}

function State({ consent: { state, guardianEmail, undeliveredAt } }: { consent: GuardianConsent }) {
  if (state === 'none' || guardianEmail === null) return null;
  if (state === 'asked' && undeliveredAt) return <Note tone="danger">{text.undelivered(guardianEmail)}</Note>;
  return <Note tone={state === 'given' ? 'success' : 'info'}>{text.states[state](guardianEmail)}</Note>;
}

interface GuardianFormProps {
  consent: GuardianConsent;
  answered: Answered<typeof readGuardianConsent>;
  onAsked: (consent: GuardianConsent) => void;
}

function GuardianForm({ consent, answered, onAsked }: GuardianFormProps) {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    values: { email: consent.state === 'asked' ? (consent.guardianEmail ?? '') : '' },
    failure: text.failed,
    failureField: 'email',
    send: async ({ email }) => {
      onAsked(await call(askGuardian, { email }, { scope: `user:${userId}` }));
      showToast({ text: text.sent, kind: 'success' });
    },
  });
  return (
    <SettingPage
      heading={text.title}
      lead={<p>{text.lead}</p>}
      label={consent.state === 'asked' ? text.again : text.send}
      busy={text.sending}
      isSending={isSending}
      isComplete={useIsValid(Schema, control)}
      help={text.help}
      answered={answered}
      problem={problem}
      onSubmit={submit}
    >
      <State consent={consent} />
      <Field
        label={text.label}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        error={errors.email?.message}
        {...register('email')}
      />
    </SettingPage>
  );
}
