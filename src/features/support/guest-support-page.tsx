import { useEffect, useState } from 'react';
import { newId } from '#contract/ids.ts';
import { sendGuestSupportRequest } from '#contract/support.ts';
import { supportText as text } from '#contract/text/support.ts';
import { sendCall } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { failureText } from '#app/data/use-act.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { MessageFields, type TypedMessage } from './message-fields.tsx';
import { useShownProblems } from './use-shown-problems.ts';

/** sessionStorage: what was typed. Without an account there is no database, and the tab's other users must not see it. */
const DRAFT_KEY = 'sideline:contact-support';

interface Draft extends TypedMessage {
  /** Names the message: sent twice, it is kept once. */
  id: string;
}

const newDraft = (topic: string): Draft => ({ id: newId(), topic, message: '', email: '' });

const readDraft = (): Draft | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? 'null') as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
};
const keepDraft = (draft: Draft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Without storage the draft lives as long as the page.
  }
};

/** Writes to support without an account; sent now, since nothing can be queued. Source: NAV-087, D-170. */
export function GuestSupportPage({ subject = '' }: { subject?: string | undefined }) {
  const [draft, setDraft] = useState(() => readDraft() ?? newDraft(subject));
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { problems, leave, isRight, reset } = useShownProblems(draft, true);
  useEffect(() => keepDraft(draft.message || draft.email ? draft : undefined), [draft]);
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await sendCall(sendGuestSupportRequest, draft);
      setSentTo(draft.email.trim());
      setDraft(newDraft(''));
      reset();
    } catch (error) {
      setFailure(failureText(error, text.failed));
    } finally {
      setBusy(false);
    }
  };
  if (sentTo !== undefined)
    return (
      <WizardPage header={text.header} heading={text.headings.contact} barBack={goBack}>
        <EmptyState
          drawing="quiet"
          level={2}
          title={text.sent}
          action={<Button onClick={() => setSentTo(undefined)}>{text.another}</Button>}
        >
          {text.sentHelp(sentTo)}
        </EmptyState>
      </WizardPage>
    );
  return (
    <WizardPage
      header={text.header}
      heading={text.headings.contact}
      lead={<p>{text.leads.contact}</p>}
      barBack={goBack}
      next={{ label: text.send, busy: isBusy && text.sending, offlineHelp: text.offlineHelp }}
      onNext={() => isRight() && void send()}
    >
      <MessageFields
        draft={draft}
        problems={problems}
        email={{ label: text.email }}
        onChange={(fields) => setDraft({ ...draft, ...fields })}
        onLeave={leave}
      />
      {failure && (
        <Note tone="danger" role="alert">
          {failure}
        </Note>
      )}
    </WizardPage>
  );
}
