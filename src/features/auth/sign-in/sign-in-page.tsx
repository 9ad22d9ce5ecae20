import { Suspense, useState } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Deletion } from '#contract/account-leaving.ts';
import { LoginInput } from '#contract/forms.ts';
import { passkeyText, signInText } from '#contract/text/auth-sign-in.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { PasskeyIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Note } from '#ui/states/note.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { endPasskeyOffer, offersPasskey } from '#app/credentials/passkey-offer.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { ownPath } from '#app/navigation/own-path.ts';
import { keepWantedPage } from '#app/navigation/wanted-page.ts';
import { restoreAndSignIn, signIn, type SignInResult } from './sign-in-actions.ts';
import { hasPasskeys, usePasskey } from './use-passkey.ts';

const ForgotDialog = lazyOverlay(async () => (await import('./forgot-dialog.tsx')).ForgotDialog);
const DeletedDialog = lazyOverlay(async () => (await import('./deleted-dialog.tsx')).DeletedDialog);
const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep);
/** Source: ACC-116. */
const NAME_MAX = 320;

/** Opens the wanted page after a sign-in, or the one that the account needs first. */
const useSignInForm = (next: string | undefined) => {
  const navigate = useNavigate();
  const router = useRouter();
  const [pageFailure, setPageFailure] = useState<string>();
  const [isClosed, setClosed] = useState(false);
  const [ticket, setTicket] = useState<string>();
  const [deletion, setDeletion] = useState<Deletion>();
  const form = useContractForm({
    schema: LoginInput,
    values: { username: '', password: '' },
    send: async ({ username, password }): Promise<void> => {
      setPageFailure(undefined);
      await open(await signIn(username, password));
    },
  });
  const open = async (result: SignInResult, byPasskey = false): Promise<void> => {
    setClosed('failure' in result && result.failure.isClosed === true);
    setDeletion('deletion' in result ? result.deletion : undefined);
    if ('deletion' in result) return;
    if ('secondStep' in result) return setTicket(result.secondStep);
    if ('failure' in result) {
      if (result.failure.place === 'password')
        form.setError('password', { type: 'server', message: result.failure.message }, { shouldFocus: true });
      else setPageFailure(result.failure.message);
      if (ticket !== undefined) setTicket(undefined);
      return;
    }
    const { account, to } = result;
    if (byPasskey) await endPasskeyOffer(account.userId);
    const wanted = to === '/dashboard' ? ownPath(next, location.origin) : undefined;
    if (!wanted) await keepWantedPage(account.db, next);
    if (await offersPasskey(account.userId))
      await navigate({ to: '/passkey-offer', search: { next: wanted ?? to }, replace: true });
    else if (wanted) router.history.replace(wanted);
    else await navigate({ to, replace: true });
  };
  const endSecondStep = (reason?: string) => {
    setTicket(undefined);
    setPageFailure(reason);
  };
  const restore = async () => {
    const { username, password } = form.getValues();
    await open(await restoreAndSignIn(username, password));
  };
  const deleted = { deletion, onRestore: restore, onClose: () => setDeletion(undefined) };
  return { form, pageFailure, isClosed, open, ticket, endSecondStep, deleted };
};

/** Sign-in. @param props.next The address to open afterwards. Source: ACC-037…ACC-044, ACC-074…ACC-078; decision 0056. */
export function SignInPage({ next }: { next: string | undefined }) {
  const { form, pageFailure, isClosed, open, ticket, endSecondStep, deleted } = useSignInForm(next);
  const passkey = usePasskey(ticket === undefined, (result) => open(result, true));
  if (ticket !== undefined)
    return (
      <Suspense>
        <SecondStep ticket={ticket} onBack={endSecondStep} onResult={open} />
      </Suspense>
    );
  return <PasswordStep {...{ next, form, pageFailure, isClosed, passkey, deleted }} />;
}

interface PasswordStepProps {
  next: string | undefined;
  form: ReturnType<typeof useSignInForm>['form'];
  pageFailure: string | undefined;
  isClosed: boolean;
  passkey: ReturnType<typeof usePasskey>;
  deleted: ReturnType<typeof useSignInForm>['deleted'];
}

function PasswordStep({ next, form, pageFailure, isClosed, passkey, deleted }: PasswordStepProps) {
  const navigate = useNavigate();
  const [isForgotOpen, setForgotOpen] = useState(false);
  const { register, control, errors, isSending, submit } = form;
  const isComplete = useIsValid(LoginInput, control);
  return (
    <WizardPage
      header={signInText.title}
      title={signInText.title}
      heading={signInText.heading}
      onBack={() => void navigate({ to: '/welcome', search: next === undefined ? {} : { next } })}
      onNext={() => void submit()}
      next={{
        label: signInText.signIn,
        busy: isSending && signInText.signingIn,
        disabled: !isComplete,
        help: signInText.help,
        offlineHelp: signInText.offline,
      }}
    >
      {pageFailure && (
        <Note tone="danger" role="alert">
          {pageFailure}
        </Note>
      )}
      <Field
        label={signInText.username}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={NAME_MAX}
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label={signInText.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      {isClosed && (
        <div className="stack-s">
          <p role="status">{signInText.closed}</p>
          <Button variant="outline" size="m" href="/contact-support">
            {signInText.support}
          </Button>
        </div>
      )}
      {hasPasskeys() && <PasskeyButton {...passkey} />}
      <Button variant="ghost" size="m" aria-haspopup="dialog" onClick={() => setForgotOpen(true)}>
        {signInText.forgot}
      </Button>
      <ForgotDialog open={isForgotOpen} onClose={() => setForgotOpen(false)} />
      <DeletedDialog open={deleted.deletion !== undefined} {...deleted} />
    </WizardPage>
  );
}

function PasskeyButton({ isAsking, ask }: PasswordStepProps['passkey']) {
  const waitReason = useWaitReason(passkeyText.offline);
  return (
    <Button
      variant="outline"
      size="m"
      icon={<PasskeyIcon />}
      busy={isAsking && passkeyText.signingIn}
      disabled={waitReason !== undefined}
      onClick={() => void ask()}
    >
      {passkeyText.signIn}
    </Button>
  );
}
