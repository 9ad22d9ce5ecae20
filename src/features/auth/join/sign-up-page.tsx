import { useEffect, useEffectEvent, useState } from 'react';
import { useMachine } from '@xstate/react';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { joinText } from '#contract/text/auth-join.ts';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import { LazyConfirmDialog } from '#ui/lazy-overlays.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { NameStep } from './name-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { forgetForm, keepForm, readKeptForm, STEPS, type SignUpForm } from './sign-up-form.ts';
import { signUpMachine } from './sign-up.machine.ts';
import type { StepProps } from './sign-up-step.tsx';
import { UsernameStep } from './username-step.tsx';

const FinishDialog = lazyOverlay(async () => (await import('./finish-dialog.tsx')).FinishDialog);
const DeclineDialog = lazyOverlay(async () => (await import('./finish-dialog.tsx')).DeclineDialog);
const RESEND_STATES = ['waiting', 'ready', 'sending', 'failed'] as const;

/** The wizard: six steps, then the terms. Source: ACC-007, ACC-030, ACC-067. */
export function SignUpPage() {
  const [snapshot, send, actor] = useMachine(signUpMachine, { input: readKeptForm() });
  const [isCancelling, setCancelling] = useState(false);
  const navigate = useNavigate();
  const { form, step, problem, resendAtMs } = snapshot.context;
  useStepInHistory(step, snapshot.matches('filling'), (earlier) => send({ type: 'show step', step: earlier }));

  const hasJoined = snapshot.matches('joined');
  const hasLeft = snapshot.matches('left');
  useEffect(() => {
    if (!hasJoined && !hasLeft) return;
    forgetForm();
    void navigate({ to: hasJoined ? '/choose-membership-type' : '/welcome', replace: true });
  }, [hasJoined, hasLeft, navigate]);
  // If the page is left another way, e.g. by Back on the first step, the input is saved in memory.
  useEffect(
    () => () => {
      const last = actor.getSnapshot();
      if (last.status !== 'done') keepForm(last.context.form);
    },
    [actor],
  );

  const exit = () => {
    setCancelling(false);
    send({ type: 'exit' });
  };
  const isBusy = snapshot.hasTag('busy');
  const stepProps: StepProps = {
    form,
    problem,
    busy: isBusy && (snapshot.matches({ filling: { phone: 'sending' } }) ? joinText.sendingCode : joinText.checking),
    onNext: (values: Partial<SignUpForm>) => send({ type: 'next', values }),
    onBack: (values: Partial<SignUpForm>) => send({ type: 'back', values }),
    onClose: () => setCancelling(true),
  };
  const resend = RESEND_STATES.find((state) => snapshot.matches({ filling: { code: { resend: state } } })) ?? 'failed';
  return (
    <>
      {STEPS[step] === 'name' && <NameStep {...stepProps} onExit={exit} />}
      {STEPS[step] === 'email' && <EmailStep {...stepProps} />}
      {STEPS[step] === 'username' && <UsernameStep {...stepProps} />}
      {STEPS[step] === 'password' && <PasswordStep {...stepProps} />}
      {STEPS[step] === 'phone' && <PhoneStep {...stepProps} />}
      {STEPS[step] === 'code' && (
        <CodeStep {...stepProps} resendAtMs={resendAtMs} resend={resend} onResend={() => send({ type: 'resend' })} />
      )}
      <FinishDialog
        open={snapshot.matches('finishing') || snapshot.matches('registering')}
        busy={snapshot.matches('registering')}
        problem={problem?.message}
        onAccept={() => send({ type: 'accept' })}
        onDecline={() => send({ type: 'decline' })}
      />
      <DeclineDialog
        open={snapshot.matches('declined')}
        onExit={exit}
        onAccept={() => send({ type: 'accept' })}
        onClose={() => send({ type: 'close' })}
      />
      <LazyConfirmDialog
        open={isCancelling}
        danger
        title={joinText.cancel.title}
        description={joinText.cancel.text}
        confirmLabel={joinText.cancel.exit}
        onConfirm={exit}
        cancelLabel={joinText.cancel.back}
        onCancel={() => setCancelling(false)}
      />
    </>
  );
}

/** Gives each step a history entry, so that the browser's Back goes one step back. */
function useStepInHistory(step: number, isFilling: boolean, showEarlier: (step: number) => void): void {
  const router = useRouter();
  // History entries of other pages have no step.
  const inHistory = useRouterState({
    select: ({ location }) => (location.pathname === '/sign-up' ? (location.state.signUpStep ?? 0) : null),
  });
  const onPop = useEffectEvent(() => {
    if (inHistory !== null && isFilling && inHistory < step) showEarlier(inHistory);
  });
  useEffect(() => onPop(), [inHistory]);
  const onStep = useEffectEvent(() => {
    if (inHistory === null) return;
    // Dialogs have history entries of their own, so only a change of step goes back here.
    if (isFilling && step === inHistory - 1) router.history.back();
    else if (step !== inHistory)
      void router.navigate({ to: '/sign-up', state: { signUpStep: step }, replace: step < inHistory });
  });
  useEffect(() => onStep(), [step]);
}
