import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { changeUsername } from '#contract/account.ts';
import { Username } from '#contract/forms.ts';
import type { Me } from '#contract/rows.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Field } from '#ui/forms/field.tsx';
import { useMe } from '#app/data/me.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { leaveWith, SettingPage } from './setting-page.tsx';

const Schema = v.object({ username: Username });

/** Changes the username, once in 30 days. Source: D-88. */
export function UsernamePage() {
  const me = useMe();
  return me && <UsernameForm me={me} />;
}

function UsernameForm({ me }: { me: Me }) {
  const [{ username, scope }] = useState(me);
  const call = useOnlineCall();
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    values: { username },
    failure: text.failed,
    failureField: 'username',
    send: async (typed) => {
      await call(changeUsername, typed, { scope });
      leaveWith(text.saved.username);
    },
  });
  const typed = useWatch({ control, name: 'username' });
  return (
    <SettingPage
      heading={text.username}
      lead={<p>{text.usernameLead}</p>}
      isSending={isSending}
      isComplete={typed.trim() !== username}
      help={text.unchanged}
      problem={problem}
      onSubmit={submit}
    >
      <Field
        label={text.username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={25}
        help={text.usernameNote}
        error={errors.username?.message}
        {...register('username')}
      />
    </SettingPage>
  );
}
