import type { ReactNode } from 'react';
import type { Call } from '#contract/call.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import type { Answered } from '#app/data/use-answer.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { AnswerNote } from './answer-note.tsx';

export interface SettingPageProps {
  heading: string;
  lead?: ReactNode;
  /** Label of the button; by default Save. */
  label?: string;
  /** Label while it is sent. */
  busy?: string;
  isSending: boolean;
  isComplete: boolean;
  /** What is missing while it is not complete. */
  help: string;
  /** True if the change waits for the network in the outbox. */
  offline?: boolean;
  /** What the page shows of the server's answer. */
  answered?: Answered<Call>;
  /** The message of a failure that no field shows. */
  problem: string | undefined;
  /** Back in the dock, for a second step; by default the bar has one. */
  onBack?: () => void;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** A page of one account setting. Changes of what opens the account need a connection, and the page says so. Source: D-88. */
export function SettingPage(props: SettingPageProps) {
  const { heading, lead, label = text.save, busy = text.saving, isSending, isComplete, help, offline } = props;
  return (
    <WizardPage
      header={text.title}
      heading={heading}
      lead={lead}
      barBack={props.onBack ? undefined : goBack}
      onBack={props.onBack}
      onNext={() => void props.onSubmit()}
      next={{
        label,
        busy: isSending && busy,
        disabled: !isComplete,
        help,
        offline,
        offlineHelp: text.offline,
      }}
    >
      {props.answered && <AnswerNote answered={props.answered} />}
      {props.problem && (
        <Note tone="danger" role="alert">
          {props.problem}
        </Note>
      )}
      {props.children}
    </WizardPage>
  );
}

/** After a change: back to where the person came from, with a word about it. */
export const leaveWith = (saved: string): void => {
  goBack();
  showToast({ text: saved, kind: 'success' });
};
