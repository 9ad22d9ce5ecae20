import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { deleteAccount } from '#contract/account-leaving.ts';
import { Password } from '#contract/forms.ts';
import { leavingText as text } from '#contract/text/account-leaving.ts';
import { callAs } from '#store/session.ts';
import { Note } from '#ui/states/note.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { MoneyNotes } from './money-notes.tsx';
import { signOut, useAccount } from '#app/data/account.ts';
import { useLive } from '#app/data/use-live.ts';
import { stopPush } from '#app/device/push.ts';
import { formatDate } from '#app/format/format.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { useIsValid } from '#app/forms/use-is-valid.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import '../points.css';

export interface DeleteAccountPageProps {
  /** Called by Back of the question; by default it leaves the page. */
  onBack?: () => void;
}

/** Deletes the account: the question, then the password. It needs a connection and is never queued. Source: PRO-074, PRO-075, D-90. */
export function DeleteAccountPage({ onBack = goBack }: DeleteAccountPageProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  return isConfirmed ? (
    <PasswordStep onBack={() => setConfirmed(false)} />
  ) : (
    <QuestionStep onBack={onBack} onConfirm={() => setConfirmed(true)} />
  );
}

function QuestionStep({ onBack, onConfirm }: { onBack: () => void; onConfirm: () => void }) {
  const changes = useLive((db) => db.outbox.where('state').anyOf('waiting', 'refused').count(), []) ?? 0;
  const uploads =
    useLive((db) => db.uploadJobs.filter((job) => job.contentId === null && job.state !== 'cancelled').count(), []) ??
    0;
  return (
    <WizardPage
      header={text.header}
      heading={text.question}
      lead={<p>{text.warning}</p>}
      onBack={onBack}
      onNext={onConfirm}
      next={{ label: text.confirm, danger: true, offlineHelp: text.offline }}
    >
      {changes + uploads > 0 && <Note tone="warn">{text.unsent(changes, uploads)}</Note>}
      <MoneyNotes />
      <ul className="account-points stack-s">
        {text.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </WizardPage>
  );
}

const PasswordInput = v.object({ password: Password });

function PasswordStep({ onBack }: { onBack: () => void }) {
  const account = useAccount();
  const { register, control, errors, problem, isSending, submit } = useContractForm({
    schema: PasswordInput,
    values: { password: '' },
    mode: 'onSubmit',
    failure: text.failed,
    send: async ({ password }) => {
      const { output } = await callAs(account.userId, deleteAccount, { password });
      // The server has removed the device already; this ends the subscription in the browser.
      await stopPush().catch(() => {});
      await signOut(account, `/account-setting/delete-account?restorableUntil=${output.restorableUntil}`);
    },
  });
  const isComplete = useIsValid(PasswordInput, control);
  return (
    <WizardPage
      header={text.header}
      heading={text.passwordHeading}
      lead={<p>{text.passwordLead}</p>}
      onBack={onBack}
      onNext={() => void submit()}
      next={{
        label: text.delete,
        danger: true,
        busy: isSending && text.deleting,
        disabled: !isComplete,
        help: text.help,
        offlineHelp: text.offline,
      }}
    >
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
    </WizardPage>
  );
}

/** What a signed-out person sees after the deletion. @param props.restorableUntil An instant. */
export function AccountDeletedPage({ restorableUntil }: { restorableUntil: string }) {
  const navigate = useNavigate();
  return (
    <WizardPage
      header={text.header}
      heading={text.doneHeading}
      lead={<p>{text.done(formatDate(restorableUntil))}</p>}
      onNext={() => void navigate({ to: '/welcome', replace: true })}
      next={{ label: text.doneNext, offline: true }}
    />
  );
}
