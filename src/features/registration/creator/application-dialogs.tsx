import { applicationsText } from '#contract/text/applications.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/states/note.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';

const { commit: text, changed } = creatorText;

export interface CommitDialogProps {
  open: boolean;
  sportName: string;
  busy: boolean;
  /** Why the application was not made. */
  problem: string | null;
  onCommit: () => void;
  onBack: () => void;
}

/** The commitment, and sending. Source: D-225, T-40; D-361: it needs the network. */
export function CommitDialog({ open, sportName, busy, problem, onCommit, onBack }: CommitDialogProps) {
  const waitReason = useWaitReason(text.offline);
  return (
    <Dialog
      open={open}
      onClose={onBack}
      dismissible={!busy}
      title={text.title}
      description={applicationsText.commitment.text(sportName)}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onBack}>
            {applicationsText.commitment.back}
          </Button>
          <Button
            busy={busy && text.sending}
            disabled={waitReason !== undefined}
            aria-describedby={waitReason ? 'commit-help' : undefined}
            onClick={onCommit}
          >
            {applicationsText.commitment.commit}
          </Button>
        </>
      }
    >
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {waitReason && (
        <p id="commit-help" className="t-small t-2">
          {waitReason}
        </p>
      )}
    </Dialog>
  );
}

export interface ChangedDialogProps {
  open: boolean;
  onUse: () => void;
  onKeep: () => void;
}

/** The same application was changed in two places: the person chooses which one remains; nothing is replaced unasked. */
export function ChangedDialog({ open, onUse, onKeep }: ChangedDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => {}}
      dismissible={false}
      title={changed.title}
      description={changed.text}
      footer={
        <>
          <Button variant="outline" onClick={onKeep}>
            {changed.keep}
          </Button>
          <Button onClick={onUse}>{changed.use}</Button>
        </>
      }
    />
  );
}
