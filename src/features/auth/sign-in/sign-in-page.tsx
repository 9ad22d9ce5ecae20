import { useState } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { LoginInput } from '#contract/forms.ts';
import { signInText } from '#contract/text/auth-sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { lazyOverlay } from '#ui/lazy-overlay.tsx';
import { Note } from '#ui/note.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { ownPath } from './own-path.ts';
import { signIn } from './sign-in-actions.ts';

const ForgotDialog = lazyOverlay(async () => (await import('./forgot-dialog.tsx')).ForgotDialog);
/** Source: ACC-116. */
const NAME_MAX = 320;

/** Sign-in. @param props.next The address to open afterwards. Source: ACC-037…ACC-044, ACC-074…ACC-078. */
export function SignInPage({ next }: { next: string | undefined }) {
  const navigate = useNavigate();
  const router = useRouter();
  const [pageFailure, setPageFailure] = useState<string>();
  const [isForgotOpen, setForgotOpen] = useState(false);
  const { register, control, setError, errors, isSending, submit } = useContractForm({
    schema: LoginInput,
    values: { username: '', password: '' },
    send: async ({ username, password }) => {
      setPageFailure(undefined);
      const result = await signIn(username, password);
      if ('failure' in result) {
        if (result.failure.place === 'password')
          setError('password', { type: 'server', message: result.failure.message }, { shouldFocus: true });
        else setPageFailure(result.failure.message);
        return;
      }
      const wanted = result.to === '/dashboard' ? ownPath(next, location.origin) : undefined;
      if (wanted) router.history.replace(wanted);
      else await navigate({ to: result.to, replace: true });
    },
  });
  const isComplete = useIsValid(LoginInput, control);
  return (
    <WizardPage
      header={signInText.title}
      title={signInText.title}
      heading={signInText.heading}
      onBack={() => void navigate({ to: '/welcome' })}
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
        autoComplete="username"
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
      <Button variant="ghost" size="m" aria-haspopup="dialog" onClick={() => setForgotOpen(true)}>
        {signInText.forgot}
      </Button>
      <ForgotDialog open={isForgotOpen} onClose={() => setForgotOpen(false)} />
    </WizardPage>
  );
}
