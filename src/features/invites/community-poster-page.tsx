import { useEffect } from 'react';
import { listOwnCodes } from '#contract/invites.ts';
import type { Me } from '#contract/rows.ts';
import { communityCodesText as text, invitesText } from '#contract/text/invites.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useMe } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { ScreenLock } from '#app/device/screen-lock.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { codeText } from './code-text.ts';
import { linkOf } from './use-copy.ts';
import './invites.css';
import './community-poster.css';

/**
 * A code for the community as a poster, to be scanned at the clubhouse from a screen that stays on or from paper, also
 * without a network. Source: D-219, decision 0132.
 */
export function CommunityPosterPage({ code }: { code: string | undefined }) {
  const answered = useAnswer(listOwnCodes, {});
  const me = useMe();
  usePageTitle(text.poster);
  useScreenOn();
  return (
    <div className="column">
      <AppBar title={text.title} heading={false} back={goBack} />
      <main id="main" className="page">
        <AnswerView answered={answered} shape="row" count={1}>
          {({ results }) => {
            const shown = results.find(({ codeValue }) => codeValue === code);
            if (!shown) return <EmptyState drawing="quiet" title={text.posterMissing} />;
            if (shown.status !== 'Active') return <Note tone="warn">{text.posterPaused}</Note>;
            return me && <Poster code={shown.codeValue} {...senderOf(me)} />;
          }}
        </AnswerView>
      </main>
    </div>
  );
}

interface Sender {
  id: string;
  name: string;
  picture: string | null;
}

/** Whose community it is: the organization that the person works for, or the Creator. */
const senderOf = (me: Me): Sender => {
  const organization = me.lastLoginedRole === 'organization' ? me.organizations[0] : undefined;
  return organization
    ? { id: organization.id, name: organization.name, picture: null }
    : { id: me.userId, name: `${me.firstName} ${me.lastName}`, picture: me.userPhoto };
};

function Poster({ code, id, name, picture }: { code: string } & Sender) {
  return (
    <article className="poster">
      <Avatar name={name} id={id} src={picture} size="xl" />
      <h1 className="poster__heading">{text.posterHeading(name)}</h1>
      <p>{text.posterText}</p>
      <div className="poster__code">
        <QrCode text={linkOf(code)} label={invitesText.qrLabel(code)} />
      </div>
      <p>{text.posterOr}</p>
      <p className="poster__link">{linkOf(code)}</p>
      <p>{text.posterCode}</p>
      <p className="invites__code poster__letters">{codeText(code)}</p>
      <div className="poster__acts">
        <Button variant="outline" onClick={() => print()}>
          {text.print}
        </Button>
        {document.fullscreenEnabled && (
          <Button
            variant="outline"
            onClick={() => {
              // Refused, e.g. by a frame around it: the poster stays as it is.
              void document.documentElement.requestFullscreen().catch(() => {});
            }}
          >
            {text.fullScreen}
          </Button>
        )}
      </div>
    </article>
  );
}

/** The screen stays on while the poster is shown, and the app leaves the full screen with it. */
const useScreenOn = (): void => {
  useEffect(() => {
    const lock = new ScreenLock();
    void lock.hold();
    return () => {
      void lock.release();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
};
