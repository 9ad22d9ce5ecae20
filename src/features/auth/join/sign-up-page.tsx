import { useEffect, useEffectEvent, useState } from 'react';
import { useMachine } from '@xstate/react';
import { useNavigate } from '@tanstack/react-router';
import { liveQuery } from 'dexie';
import type { ActorRefFrom } from 'xstate';
import { joinText } from '#contract/text/auth-join.ts';
import { readActiveUserId } from '#store/door.ts';
import { offersPasskey } from '#app/credentials/passkey-offer.ts';
import { loadAccount } from '#app/data/account.ts';
import { useStepInHistory } from '#app/navigation/use-step-in-history.ts';
import { keepWantedPage } from '#app/navigation/wanted-page.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { leaveDocument } from '#ui/overlays/overlay-history.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
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

/**
 * The wizard: six steps, then the terms. Source: ACC-007, ACC-030, ACC-067.
 *
 * @param props.next The page to open after joining.
 */
export function SignUpPage({ next }: { next: string | undefined }) {
  const [snapshot, send, actor] = useMachine(signUpMachine, { input: readKeptForm() });
  const [isCancelling, setCancelling] = useState(false);
  const { form, step, problem, resendAtMs } = snapshot.context;
  useStepInHistory({
    pathname: '/sign-up',
    step,
    isFilling: snapshot.matches('filling'),
    showEarlier: (earlier) => send({ type: 'show step', step: earlier }),
  });

  useEnd(snapshot.matches('joined') ? 'joined' : snapshot.matches('left') ? 'left' : undefined, next);
  useKeeping(actor);
  useSignInElsewhere(snapshot.matches('registering') || snapshot.matches('joined'));

  const exit = () => {
    setCancelling(false);
    send({ type: 'exit' });
  };
  const isBusy = snapshot.hasTag('busy');
  const stepProps: StepProps = {
    form,
    problem,
    busy: isBusy && (snapshot.matches({ filling: { phone: 'sending' } }) ? joinText.sendingCode : joinText.checking),
    onTyped: (values: Partial<SignUpForm>) => send({ type: 'typed', values }),
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

/** Stores each change, so that a reload continues where the person is. */
function useKeeping(actor: ActorRefFrom<typeof signUpMachine>): void {
  useEffect(() => {
    const kept = actor.subscribe(({ status, context }) => {
      if (status === 'active') keepForm(context.form, context.step);
    });
    return () => kept.unsubscribe();
  }, [actor]);
}

/**
 * Leaves the wizard as soon as another tab signs in, as a reload would: a device has one account at a time, and a registration
 * here would end that one. What was typed stays in this tab's storage.
 *
 * @param isJoining This tab signs in itself.
 */
function useSignInElsewhere(isJoining: boolean): void {
  const leave = useEffectEvent(() => {
    if (!isJoining) leaveDocument(() => location.replace('/dashboard'));
  });
  useEffect(() => {
    // Null until the first read: a session that has ended keeps its account on the device.
    let before: string | undefined | null = null;
    const compare = (userId: string | undefined) => {
      if (before !== null && userId !== undefined && userId !== before) leave();
      before = userId;
    };
    const watched = liveQuery(readActiveUserId).subscribe({ next: compare, error: () => {} });
    return () => watched.unsubscribe();
  }, []);
}

/** Leaves the wizard at its end: to the memberships, or back to the welcome page. */
function useEnd(end: 'joined' | 'left' | undefined, next: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!end) return;
    forgetForm();
    if (end === 'left') void navigate({ to: '/welcome', search: next === undefined ? {} : { next }, replace: true });
    else void openMembership(navigate, next).catch(reportUnhandled);
  }, [end, next, navigate]);
}

/**
 * Opens the memberships, after the offer of a passkey if there is one. The wanted page is kept with the account that was just
 * made, until its registration is complete.
 */
const openMembership = async (navigate: ReturnType<typeof useNavigate>, next: string | undefined): Promise<void> => {
  const to = '/choose-membership-type';
  let isOffered = false;
  try {
    const account = await loadAccount();
    if (account) await keepWantedPage(account.db, next);
    isOffered = account !== null && (await offersPasskey(account.userId));
  } finally {
    if (isOffered) await navigate({ to: '/passkey-offer', search: { next: to }, replace: true });
    else await navigate({ to, replace: true });
  }
};
