import { useState } from 'react';
import { endOtherSessions, endSession, listSessions, type AccountSession } from '#contract/account-devices.ts';
import { devicesText as text } from '#contract/text/account-devices.ts';
import { callAs } from '#store/session.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { DevicesIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { failureText } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';

/** What a confirmation is asked for: one session, or all others. */
type Asked = AccountSession | 'all';

/** Where the person is signed in, and signing out there. Offline it shows the last answer. Source: docs/decisions/0055. */
export function DevicesPage() {
  usePageTitle(text.title);
  const answered = useAnswer(listSessions, {});
  const { userId } = useAccount();
  const waitReason = useWaitReason(text.needsConnection);
  // The words of the dialog stay while it closes.
  const [asked, setAsked] = useState<{ what: Asked; isOpen: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = () => setAsked((now) => now && { ...now, isOpen: false });
  const signOut = async (what: Asked) => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (what === 'all') await callAs(userId, endOtherSessions, {});
      else await callAs(userId, endSession, { id: what.id });
      showToast({ text: what === 'all' ? text.signedOutAll : text.signedOut(nameOf(what)), kind: 'success' });
      answered.reload();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
      close();
    }
  };
  const what = asked?.what;
  return (
    <>
      <AppBar title={text.title} back={goBack} />
      <main id="main" className="page stack">
        {waitReason !== undefined && (
          <Note role="status">
            <span id="devices-wait">{waitReason}</span>
          </Note>
        )}
        {failure !== undefined && (
          <Note tone="danger" role="alert">
            {failure}
          </Note>
        )}
        <AnswerView answered={answered} shape="row" count={2}>
          {({ results }) => (
            <Sessions
              sessions={results}
              isWaiting={waitReason !== undefined}
              onAsk={(next) => setAsked({ what: next, isOpen: true })}
            />
          )}
        </AnswerView>
      </main>
      <LazyConfirmDialog
        open={asked?.isOpen === true}
        title={what === undefined || what === 'all' ? text.signOutAllTitle : text.signOutTitle(nameOf(what))}
        description={text.signOutBody}
        confirmLabel={text.signOut}
        danger
        focusAfter="other-devices"
        busy={isBusy ? text.signingOut : undefined}
        onConfirm={() => what && void signOut(what)}
        onCancel={close}
      />
    </>
  );
}

const nameOf = ({ device }: AccountSession): string => device || text.unknownDevice;

interface SessionsProps {
  sessions: readonly AccountSession[];
  /** Signing out needs a connection, which there is not. */
  isWaiting: boolean;
  onAsk: (what: Asked) => void;
}

function Sessions({ sessions, isWaiting, onAsk }: SessionsProps) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const waits = { disabled: isWaiting, 'aria-describedby': isWaiting ? 'devices-wait' : undefined };
  return (
    <>
      <RowList label={text.thisDevice}>
        {sessions
          .filter(({ isCurrent }) => isCurrent)
          .map((session) => (
            <ListRow
              key={session.id}
              title={nameOf(session)}
              text={text.thisDevice}
              time={<Since label={text.signedIn} iso={session.createdAt} />}
              leading={<DevicesIcon />}
            />
          ))}
      </RowList>
      <section aria-labelledby="other-devices">
        <SectionHeading id="other-devices">{text.others}</SectionHeading>
        {others.length === 0 ? (
          <p>{text.noOthers}</p>
        ) : (
          <RowList labelledBy="other-devices">
            {others.map((session) => (
              <ListRow
                key={session.id}
                title={nameOf(session)}
                text={session.network === null ? undefined : text.network(session.network)}
                time={<Since label={text.lastSeen} iso={session.lastSeenAt} />}
                leading={<DevicesIcon />}
                trailing={
                  <Button
                    variant="outline"
                    size="m"
                    aria-label={text.signOutOf(nameOf(session))}
                    {...waits}
                    onClick={() => onAsk(session)}
                  >
                    {text.signOut}
                  </Button>
                }
              />
            ))}
          </RowList>
        )}
      </section>
      {others.length > 0 && (
        <>
          <p>{text.unknown}</p>
          <Button variant="outline" block {...waits} onClick={() => onAsk('all')}>
            {text.signOutAll}
          </Button>
        </>
      )}
      {/* Also once the last strange device is signed out. */}
      <Button variant="outline" block href="/account-setting/password">
        {text.newPassword}
      </Button>
    </>
  );
}

function Since({ label, iso }: { label: string; iso: string }) {
  return (
    <>
      {label}{' '}
      <Time iso={iso} full={formatFullDate}>
        {formatWhen(iso)}
      </Time>
    </>
  );
}
