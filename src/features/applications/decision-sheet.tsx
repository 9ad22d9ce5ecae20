import { useRef, useState } from 'react';
import { REASON_MAX, REASON_MIN } from '#contract/applications-limits.ts';
import { newId } from '#contract/ids.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import { decisionMail } from '#contract/text/applications-mail.ts';
import { CallError, isProblem } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { failureText } from '#app/data/use-act.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import type { DecisionProps } from './decision.tsx';

const { decide: text } = deskText;

export type Decided = 'approved' | 'denied';
export interface Decision {
  status: Decided;
  reason: string;
}

interface DecisionSheetProps extends DecisionProps {
  draftKey: string;
  /** The reason that was typed in an earlier visit. */
  initial: string;
  decided: Decided;
  open: boolean;
  onClose: () => void;
  onMade: (decided: Decided) => void;
  /** Whether this page made the decision. */
  isMade: boolean;
}

/** Moves the focus to the section of the decision, whose buttons a decision replaces. */
const focusDecision = (): void => {
  const heading = document.getElementById('decision');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
};

/** Sends a decision. A repeat of the same one has the same key, so that a lost answer is no decision of somebody else. */
const useDecide = ({ decide, onMade, onClose, reload }: DecisionSheetProps) => {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isLate, setLate] = useState(false);
  const sent = useRef({ decision: '', key: '' });
  const send = async (decision: Decision, forget: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    const said = JSON.stringify(decision);
    if (sent.current.decision !== said) sent.current = { decision: said, key: newId() };
    try {
      await decide(decision, sent.current.key);
      await forget();
      onMade(decision.status);
      onClose();
      reload();
    } catch (error) {
      if (isProblem(error, 'application.decided')) setLate(true);
      else setProblem(failureText(error, text.failed));
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, isLate, send };
};

/** Asks for the reason, shows what the person gets, and sends the decision. What is typed is kept on the device. */
export function DecisionSheet(props: DecisionSheetProps) {
  const { person, subject, status, decided, open, onClose, isMade, reload } = props;
  const { draft, change, forget } = useKeptDraft(props.draftKey, { reason: props.initial });
  const { isBusy, problem, isLate, send } = useDecide(props);
  const isOver = !isMade && (isLate || status !== 'pending');
  const reason = draft.reason.trim();
  const showDecision = () => {
    void forget();
    onClose();
    reload();
  };
  return (
    <Sheet
      open={open}
      onClose={() => !isBusy && onClose()}
      onClosed={() => (isMade || isOver) && focusDecision()}
      title={decided === 'approved' ? text.approveTitle(subject) : text.denyTitle(subject)}
      footer={
        isOver ? (
          <Button block onClick={showDecision}>
            {text.showDecision}
          </Button>
        ) : (
          <Send
            decided={decided}
            isBusy={isBusy}
            isComplete={reason.length >= REASON_MIN}
            onSend={() => void send({ status: decided, reason }, forget)}
          />
        )
      }
    >
      <div className="stack">
        {isOver && (
          <Note tone="warn" role="alert">
            {text.decidedMeanwhile}
          </Note>
        )}
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        <TextArea
          label={text.reason}
          help={text.reasonHelp(person)}
          maxLength={REASON_MAX}
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <Told {...props} reason={reason} />
      </div>
    </Sheet>
  );
}

interface SendProps {
  decided: Decided;
  isBusy: boolean;
  isComplete: boolean;
  onSend: () => void;
}

function Send({ decided, isBusy, isComplete, onSend }: SendProps) {
  const waitReason = useWaitReason(text.offline);
  const isApproval = decided === 'approved';
  return (
    <>
      {waitReason && (
        <p id="decision-wait" className="t-small t-2" role="status">
          {waitReason}
        </p>
      )}
      <Button
        block
        variant={isApproval ? 'primary' : 'danger'}
        busy={isBusy && (isApproval ? text.approving : text.denying)}
        disabled={waitReason !== undefined || !isComplete}
        aria-describedby={waitReason && 'decision-wait'}
        onClick={onSend}
      >
        {isApproval ? text.approve : text.deny}
      </Button>
    </>
  );
}

/** The words of the mail. */
function Told({ about, name, person, decided, reason }: DecisionSheetProps & { reason: string }) {
  const mail = decisionMail({ about, name, isApproved: decided === 'approved', reason: reason || '…', address: '' });
  return (
    <section className="stack-s">
      <h3 className="t-label">{text.told(person)}</h3>
      <div className="card stack-s">
        <p className="t-strong">{mail.heading}</p>
        <p className="desk__told">{mail.text}</p>
      </div>
    </section>
  );
}
