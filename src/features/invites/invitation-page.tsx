import { useEffect, useState, type ReactNode } from 'react';
import { readInvitationLink, type InvitationLink } from '#contract/invites.ts';
import { invitationText as text } from '#contract/text/invites.ts';
import { CallError, isProblem, sendCall } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { useMaybeAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { failureText } from '#app/data/use-act.ts';
import { keepInvitedCode } from '#app/device/invited-code.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { codeText } from './code-text.ts';
import { copyCode } from './use-copy.ts';
import './invites.css';

/**
 * What the link of an invitation opens, in any browser and without an account: who invites, the code to be typed elsewhere,
 * and the way to join here, where the code is filled in. Without a network the code is shown and kept. Source: D-216,
 * decision 0090.
 */
export function InvitationPage({ code: typed }: { code: string }) {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  const [link, setLink] = useState<InvitationLink>();
  const [failure, setFailure] = useState<CallError>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isShown = true;
    sendCall(readInvitationLink, { code }).then(
      ({ output }) => isShown && setLink(output),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (isShown) setFailure(error);
      },
    );
    return () => {
      isShown = false;
    };
  }, [code, attempt]);
  const isUnknown = isProblem(failure, 'access.not_found') || isProblem(failure, 'request.invalid');
  const kind = link ? link.kind : 'invitation';
  const isUsable = link ? link.state === 'open' : failure !== undefined && !isUnknown;
  useEffect(() => {
    if (isUsable) keepInvitedCode({ code, kind });
  }, [isUsable, code, kind]);
  if (isUnknown) return <Over heading={text.unknown}>{text.unknownText}</Over>;
  if (link && link.state !== 'open')
    return <Over heading={text.states[link.state].heading}>{text.states[link.state].text}</Over>;
  return (
    <WizardPage
      header={text.header}
      heading={link ? text.heading(link.senderName) : text.loading}
      lead={<p>{text.lead}</p>}
    >
      {failure && (
        <Note
          tone="warn"
          role="status"
          action={
            <Button
              size="m"
              variant="tonal"
              onClick={() => {
                setFailure(undefined);
                setAttempt(attempt + 1);
              }}
            >
              {text.retry}
            </Button>
          }
        >
          {failure.reach === 'online' ? failureText(failure) : text.offline}
        </Note>
      )}
      <p>{text.code}</p>
      <p className="invites__code">{codeText(code)}</p>
      <Button variant="outline" icon={<CopyIcon />} onClick={() => void copyCode(code)}>
        {text.copy}
      </Button>
      <WayOn link={link} />
      <p className="t-small t-2">{kind === 'affiliate' ? text.elsewhereAffiliate : text.elsewhere}</p>
    </WizardPage>
  );
}

/** The next step: to join, to use the code in a registration that was begun, or none for who has joined. */
function WayOn({ link }: { link: InvitationLink | undefined }) {
  return useMaybeAccount() ? <SignedInWay link={link} /> : <Ways />;
}

function Ways() {
  return (
    <>
      <Button block href="/sign-up">
        {text.join}
      </Button>
      <Button block variant="ghost" href="/sign-in">
        {text.signIn}
      </Button>
    </>
  );
}

function SignedInWay({ link }: { link: InvitationLink | undefined }) {
  const me = useMe();
  if (me?.isRegistrationComplete)
    return (
      <>
        <Note>{text.hasAccount}</Note>
        <Button block href="/dashboard">
          {text.toApp}
        </Button>
      </>
    );
  const flow = link?.recipientType ?? 'learner';
  return (
    <Button block href={link?.kind === 'affiliate' ? `/${flow}/affiliate-code` : `/${flow}/invite-code?next=1`}>
      {text.useNow}
    </Button>
  );
}

function Over({ heading, children }: { heading: string; children: ReactNode }) {
  const isSignedIn = useMaybeAccount() !== null;
  return (
    <WizardPage header={text.header} heading={heading} lead={<p>{children}</p>}>
      <Button block href={isSignedIn ? '/dashboard' : '/sign-up'}>
        {isSignedIn ? text.toApp : text.without}
      </Button>
    </WizardPage>
  );
}
