import { useState } from 'react';
import { refuseInvitations } from '#contract/invites.ts';
import { invitationText } from '#contract/text/invites.ts';
import { CallError, sendCall } from '#store/api.ts';
import { Note } from '#ui/states/note.tsx';
import { failureText } from '#app/data/use-act.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';

const text = invitationText.refusing;

/** Takes the token out of the address, so that neither the history nor a shared screen keeps it. */
const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token) history.replaceState(history.state, '', location.pathname);
  return token;
};

/** What the link of a mail opens: the address refuses all further invitations, by a button, since programs open links too. Source: D-218. */
export function NoInvitationsPage() {
  const [token] = useState(takeToken);
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  const [problem, setProblem] = useState<string>();
  if (!token)
    return <WizardPage header={invitationText.header} heading={text.noLink} lead={<p>{text.noLinkText}</p>} />;
  if (state === 'done')
    return <WizardPage header={invitationText.header} heading={text.done} lead={<p>{text.doneText}</p>} />;
  const send = async () => {
    setState('sending');
    setProblem(undefined);
    try {
      await sendCall(refuseInvitations, { token });
      setState('done');
    } catch (error) {
      setState('asking');
      setProblem(failureText(error));
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <WizardPage
      header={invitationText.header}
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      onNext={() => void send()}
      next={{ label: text.action, busy: state === 'sending' && text.sending }}
    >
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </WizardPage>
  );
}
