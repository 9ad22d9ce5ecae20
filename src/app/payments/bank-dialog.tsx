import { useState } from 'react';
import { sandboxAuthenticate } from '#contract/payments.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/states/note.tsx';
import { failureText, useOnlineCall } from '../data/use-act.ts';
import type { Outcome } from './card-port.ts';

const { bank: text } = paymentsText;

export interface BankDialogProps {
  open: boolean;
  clientSecret: string;
  /** A lost answer keeps the question open. */
  onAnswer: (outcome: Outcome) => void;
}

/** The bank's question of the sandbox: confirm or refuse. Only an answer closes it. Source: D-193. */
export function BankDialog({ open, clientSecret, onAnswer }: BankDialogProps) {
  const call = useOnlineCall();
  const [busy, setBusy] = useState<'agree' | 'refuse'>();
  const [problem, setProblem] = useState<string>();
  const answer = async (agrees: boolean) => {
    setBusy(agrees ? 'agree' : 'refuse');
    setProblem(undefined);
    try {
      const { status, message } = await call(sandboxAuthenticate, { clientSecret, agrees });
      onAnswer({ status, message: status === 'failed' ? (message ?? text.refused) : null });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(failureText(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={() => {}}
      dismissible={false}
      title={text.title}
      description={text.help}
      footer={
        <>
          <Button variant="outline" disabled={busy === 'agree'} onClick={() => void answer(false)}>
            {text.refuse}
          </Button>
          <Button busy={busy === 'agree' && text.busy} disabled={busy === 'refuse'} onClick={() => void answer(true)}>
            {text.agree}
          </Button>
        </>
      }
    >
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}
