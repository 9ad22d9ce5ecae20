import { useState } from 'react';
import { commonText } from '#contract/text/common.ts';
import { subscriptionsText as text } from '#contract/text/subscriptions.ts';
import { payText } from '#contract/text/subscriptions-pay.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/states/note.tsx';

export interface AgainDialogProps {
  open: boolean;
  sportName: string;
  /** What is charged from when on. */
  help: string;
  isBusy: boolean;
  problem: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Takes a cancellation back, with the consent to be charged again. Source: SUB-043, SUB-051. */
export function AgainDialog({ open, sportName, help, isBusy, problem, onConfirm, onClose }: AgainDialogProps) {
  const [agrees, setAgrees] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    setMissing(!agrees);
    if (agrees) onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.againTitle(sportName)}
      description={help}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {commonText.cancel}
          </Button>
          <Button busy={isBusy && text.againBusy} onClick={confirm}>
            {text.again}
          </Button>
        </>
      }
    >
      <div className="stack-s">
        <Checkbox
          label={payText.consent}
          checked={agrees}
          onChange={(event) => setAgrees(event.target.checked)}
          error={isMissing && !agrees ? commonText.required : undefined}
        />
        {problem && (
          <Note tone="danger" role="alert" action={<a href="/payment-methods">{text.paymentMethods}</a>}>
            {problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
