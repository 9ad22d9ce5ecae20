import { useRef, useState, type ReactNode } from 'react';
import { REASON_MAX, REASON_MIN } from '#contract/applications-limits.ts';
import { newId } from '#contract/ids.ts';
import { deskActText as text } from '#contract/text/desk.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { failureText } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';

export interface ActSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Word of the button. */
  label: string;
  isDanger?: boolean;
  /** Key of the draft: what the act is about. */
  draftKey: string;
  /** False while something else than the reason is missing. */
  isReady?: boolean;
  /** Who reads the reason; without it only operators do. */
  person?: string | undefined;
  /** What that person is told with this reason. */
  told?: ((reason: string) => string) | undefined;
  /** More about the act, e.g. what it is about. */
  children?: ReactNode;
  act: (reason: string, key: string) => Promise<unknown>;
  onDone: () => void;
}

/**
 * Counts the acts that a sheet has done, for the key of what it asks: opened again after one, it begins anew. Not before,
 * so that the sheet which closes shows what was done.
 */
export const useRound = (open: boolean): { round: number; done: () => void } => {
  const [now, setNow] = useState({ open, round: 0, isDone: false });
  if (open !== now.open) setNow({ open, round: now.round + (open && now.isDone ? 1 : 0), isDone: now.isDone && !open });
  return { round: now.round, done: () => setNow((before) => ({ ...before, isDone: true })) };
};

/** Asks for the reason of an operator's act, shows what the person is told, and does it. The reason is kept on the device. */
export function ActSheet(props: ActSheetProps) {
  const { draftKey, open } = props;
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const { round, done } = useRound(open);
  const onDone = () => {
    done();
    props.onDone();
  };
  return wasOpen && <Kept key={`${draftKey} ${round}`} {...props} onDone={onDone} />;
}

/** Waits for what was typed before. */
function Kept(props: ActSheetProps) {
  const { draftKey } = props;
  // null: nothing was typed before.
  const stored = useLive(
    async (db) => ((await db.drafts.get(draftKey))?.value as { reason: string } | undefined) ?? null,
    [draftKey],
  );
  return stored !== undefined && <Asked {...props} initial={stored?.reason ?? ''} />;
}

function Asked({ initial, ...props }: ActSheetProps & { initial: string }) {
  const { open, onClose, title, person, told, children } = props;
  const { draft, change, forget } = useKeptDraft(props.draftKey, { reason: initial });
  const { isBusy, problem, send } = useSend(props);
  const waitReason = useWaitReason(text.offline);
  const reason = draft.reason.trim();
  return (
    <Sheet
      open={open}
      onClose={() => !isBusy && onClose()}
      title={title}
      footer={
        <>
          {waitReason && (
            <p id="act-wait" className="t-small t-2" role="status">
              {waitReason}
            </p>
          )}
          <Button
            block
            variant={props.isDanger ? 'danger' : 'primary'}
            busy={isBusy && text.saving}
            disabled={waitReason !== undefined || reason.length < REASON_MIN || props.isReady === false}
            aria-describedby={waitReason && 'act-wait'}
            onClick={() => void send(reason, forget)}
          >
            {props.label}
          </Button>
        </>
      }
    >
      <div className="stack">
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {children}
        <TextArea
          label={text.reason}
          help={person === undefined ? text.reasonOfOperators : text.reasonHelp(person)}
          maxLength={REASON_MAX}
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
        {person !== undefined && told && (
          <section className="stack-s">
            <h3 className="t-label">{text.told(person)}</h3>
            <div className="card">
              <p className="desk__told">{told(reason || '…')}</p>
            </div>
          </section>
        )}
      </div>
    </Sheet>
  );
}

/** Sends the act. A repeat with the same reason has the same key, so that a lost answer is not a second act. */
const useSend = ({ act, onDone, onClose }: ActSheetProps) => {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sent = useRef({ reason: '', key: '' });
  const send = async (reason: string, forget: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    if (sent.current.reason !== reason) sent.current = { reason, key: newId() };
    try {
      await act(reason, sent.current.key);
      await forget();
      onClose();
      onDone();
    } catch (error) {
      setProblem(failureText(error, text.failed));
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, send };
};
