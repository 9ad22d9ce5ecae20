import { useState } from 'react';
import { onboardingText } from '#contract/text/registration.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/states/note.tsx';
import { signOut, useAccount } from '#app/data/account.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { failureText } from '#app/data/use-act.ts';
import { leaveProgress } from './registration-draft.ts';

const { exit: text, somethingWrong } = onboardingText;

/** Confirms leaving an incomplete registration; keeping or dropping the answers, both sign out. Source: ACC-054, D-62. */
export function ExitDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const account = useAccount();
  const waitReason = useWaitReason();
  const [busy, setBusy] = useState<'save' | 'leave'>();
  const [problem, setProblem] = useState<string>();

  const leave = async (how: 'save' | 'leave') => {
    setBusy(how);
    setProblem(undefined);
    try {
      await leaveProgress(account, how === 'save');
    } catch (error) {
      setProblem(failureText(error, somethingWrong));
      setBusy(undefined);
      return;
    }
    await signOut(account);
  };
  return (
    <Dialog open={open} onClose={onClose} title={text.title} description={text.text}>
      <div className="stack-s">
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {waitReason && (
          <p id="exit-help" className="t-small t-2">
            {waitReason}
          </p>
        )}
        <Button
          block
          busy={busy === 'save' && text.busy}
          disabled={waitReason !== undefined || busy === 'leave'}
          aria-describedby="exit-help"
          onClick={() => void leave('save')}
        >
          {text.save}
        </Button>
        <Button
          block
          variant="danger"
          busy={busy === 'leave' && text.busy}
          disabled={waitReason !== undefined || busy === 'save'}
          aria-describedby="exit-help"
          onClick={() => void leave('leave')}
        >
          {text.leave}
        </Button>
        <Button block variant="outline" onClick={onClose}>
          {text.back}
        </Button>
      </div>
    </Dialog>
  );
}
