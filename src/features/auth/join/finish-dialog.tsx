import { useState } from 'react';
import { readPage } from '#contract/pages.ts';
import { joinText, legalText } from '#contract/text/auth-join.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FullScreenViewer } from '#ui/overlays/full-screen-viewer.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { LegalDocument } from '#app/legal/legal-document.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { useAnswer } from '#app/data/use-answer.ts';

const { finish: text, decline } = joinText;
/** Label of each link, and the legal page that it opens. Source: ACC-032…ACC-034. */
const PAGES = [
  { label: text.terms, name: 'Terms of Use' },
  { label: text.privacy, name: 'Privacy Policy' },
] as const;

export interface FinishDialogProps {
  open: boolean;
  busy: boolean;
  /** Why the account could not be created. */
  problem: string | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

/** After a correct code: accept the terms, or decline. Accept is disabled until both pages have loaded. Source: ACC-030, ACC-031, D-70. */
export function FinishDialog({ open, busy, problem, onAccept, onDecline }: FinishDialogProps) {
  const [shown, setShown] = useState<(typeof PAGES)[number]>();
  const waitReason = useWaitReason();
  const pages = useTerms();
  return (
    <Dialog
      open={open}
      onClose={() => {}}
      dismissible={false}
      title={text.title}
      description={text.text}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onDecline}>
            {text.decline}
          </Button>
          <Button
            busy={busy && text.accepting}
            disabled={!pages.areLoaded || waitReason !== undefined}
            aria-describedby="finish-help"
            onClick={onAccept}
          >
            {text.accept}
          </Button>
        </>
      }
    >
      <div className="stack-s">
        <RowList>
          {PAGES.map((page) => (
            <ListRow key={page.name} title={page.label} trailing={<ForwardIcon />} onOpen={() => setShown(page)} />
          ))}
        </RowList>
        <p id="finish-help" className="t-small t-2">
          {waitReason ?? (pages.isLoading ? text.loading : null)}
        </p>
        {pages.hasFailed && (
          <Note
            tone="danger"
            role="alert"
            action={
              <Button variant="outline" size="m" onClick={pages.reload}>
                {legalText.retry}
              </Button>
            }
          >
            {text.notLoaded}
          </Note>
        )}
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
      </div>
      <FullScreenViewer open={shown !== undefined} onClose={() => setShown(undefined)} title={shown?.label ?? ''}>
        {shown && <LegalDocument pageName={shown.name} />}
      </FullScreenViewer>
    </Dialog>
  );
}

/** The two legal pages to accept. The terms can be accepted only once both have loaded. */
const useTerms = () => {
  const terms = useAnswer(readPage, { pageName: PAGES[0].name }, { isPublic: true });
  const privacy = useAnswer(readPage, { pageName: PAGES[1].name }, { isPublic: true });
  const areLoaded = terms.answer !== undefined && privacy.answer !== undefined;
  return {
    areLoaded,
    isLoading: terms.isLoading || privacy.isLoading,
    hasFailed: !areLoaded && !terms.isLoading && !privacy.isLoading,
    reload: () => {
      terms.reload();
      privacy.reload();
    },
  };
};

export interface DeclineDialogProps {
  open: boolean;
  onExit: () => void;
  onAccept: () => void;
  onClose: () => void;
}

/** Confirmation after Decline; dismissing it stays on the phone step. Source: D-23. */
export function DeclineDialog({ open, onExit, onAccept, onClose }: DeclineDialogProps) {
  const waitReason = useWaitReason();
  const { areLoaded } = useTerms();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={decline.title}
      footer={
        <>
          <Button variant="danger" onClick={onExit}>
            {decline.exit}
          </Button>
          <Button disabled={waitReason !== undefined || !areLoaded} onClick={onAccept}>
            {decline.accept}
          </Button>
        </>
      }
    />
  );
}
