import * as v from 'valibot';
import { changePassword } from '#contract/account.ts';
import type { Me } from '#contract/rows.ts';
import { credentialsText } from '#contract/text/auth-join.ts';
import { accountText as text } from '#contract/text/account.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { passwordProblemOf } from '#app/credentials/check-password.ts';
import { PasswordPair, PasswordPairSchema } from '#app/credentials/password-pair.tsx';
import { useMe } from '#app/data/me.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { leaveWith, SettingPage } from './setting-page.tsx';
import { useSettings } from './use-settings.tsx';

const Schema = v.intersect([
  v.object({ currentPassword: v.pipe(v.string(), v.nonEmpty('Required')) }),
  PasswordPairSchema,
]);

/** A new password, which needs the current one. All other sessions end. Source: D-88. */
export function PasswordPage() {
  const me = useMe();
  return me && <PasswordForm me={me} />;
}

function PasswordForm({ me }: { me: Me }) {
  const { settings } = useSettings();
  const call = useOnlineCall();
  const own = [me.firstName, me.lastName, me.username, settings.email?.split('@')[0] ?? ''].filter(Boolean);
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    values: { currentPassword: '', password1: '', password2: '' },
    check: async ({ password1 }) => ({ password1: await passwordProblemOf(password1, own) }),
    failure: text.failed,
    failureField: 'currentPassword',
    send: async (passwords) => {
      await call(changePassword, passwords, { scope: me.scope });
      leaveWith(text.saved.password);
    },
  });
  return (
    <SettingPage
      heading={text.password}
      lead={<p>{text.passwordLead}</p>}
      label={text.savePassword}
      isSending={isSending}
      isComplete={useIsValid(Schema, control)}
      help={text.passwordHelp}
      problem={problem}
      onSubmit={submit}
    >
      {/* Password managers save the new password under this user name. */}
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        value={me.username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={text.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordPair {...{ register, control, errors }} label={credentialsText.newPassword} />
    </SettingPage>
  );
}
