import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { changeAccountSettings } from '#contract/account.ts';
import { FirstName } from '#contract/forms.ts';
import type { Me } from '#contract/rows.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Field } from '#ui/forms/field.tsx';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { leaveWith, SettingPage } from './setting-page.tsx';

const Schema = v.object({ firstName: FirstName, lastName: FirstName });

/** The names of the profile; the change waits for the network if there is none. Source: D-88, PRO-035. */
export function NamePage() {
  const me = useMe();
  return me && <NameForm me={me} />;
}

function NameForm({ me }: { me: Me }) {
  // A snapshot: the change itself, or a pull, must not change the form.
  const [{ firstName, lastName, scope }] = useState(me);
  const act = useAct();
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: Schema,
    values: { firstName, lastName },
    send: async (names) => {
      await act(changeAccountSettings, names, { scope });
      leaveWith(text.saved.name);
    },
  });
  const typed = useWatch({ control });
  const isChanged = typed.firstName?.trim() !== firstName || typed.lastName?.trim() !== lastName;
  return (
    <SettingPage
      heading={text.name}
      lead={<p>{text.nameHelp}</p>}
      isSending={isSending}
      isComplete={isChanged}
      help={text.unchanged}
      offline
      problem={problem}
      onSubmit={submit}
    >
      <Field
        label={text.firstName}
        maxLength={50}
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <Field
        label={text.lastName}
        maxLength={50}
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...register('lastName')}
      />
    </SettingPage>
  );
}
