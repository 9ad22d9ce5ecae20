import type { ReactNode } from 'react';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { Note } from '#ui/states/note.tsx';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';

export interface PaymentProgressProps {
  sportName: string;
  /** No answer came: the person asks again. */
  isUnknown: boolean;
  /** The bank asks the person. */
  isBank: boolean;
  onRetry: () => void;
  /** The bank's dialog. */
  children: ReactNode;
}

/** A payment runs, or its end is not known yet. */
export function PaymentProgress({ sportName, isUnknown, isBank, onRetry, children }: PaymentProgressProps) {
  return (
    <WizardPage
      header={sportName}
      heading={isBank ? text.bankHeading : text.checkingHeading}
      lead={<p role="status">{isBank ? text.bankHelp : text.checkingHelp}</p>}
      barBack={goBack}
      onNext={onRetry}
      next={isUnknown ? { label: text.askAgain, offlineHelp: text.offline } : undefined}
    >
      {isUnknown && (
        <Note tone="warn" role="alert">
          {text.unknown}
        </Note>
      )}
      {children}
    </WizardPage>
  );
}
