import { useCallback, useState, type ReactNode } from 'react';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import type { Outcome } from './card-port.ts';

const BankDialog = lazyOverlay(async () => (await import('./bank-dialog.tsx')).BankDialog);

/** Which provider takes the card, as `payments.config` answers. */
export interface ProviderConfig {
  provider: 'stripe' | 'sandbox' | 'none';
  publishableKey: string | null;
}

interface Question {
  clientSecret: string;
  answer: (outcome: Outcome) => void;
}

/** The question of the sandbox's bank: a promise, and the dialog to draw. */
export const useSandboxBank = (): { ask: (clientSecret: string) => Promise<Outcome>; dialog: ReactNode } => {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  const ask = useCallback(
    (clientSecret: string) =>
      new Promise<Outcome>((resolve) => {
        setQuestion({ clientSecret, answer: resolve });
        setOpen(true);
      }),
    [],
  );
  const dialog = (
    <BankDialog
      open={isOpen}
      clientSecret={question?.clientSecret ?? ''}
      onAnswer={(outcome) => {
        setOpen(false);
        question?.answer(outcome);
      }}
    />
  );
  return { ask, dialog };
};

/**
 * Strong authentication: the bank asks the person to confirm a payment, in a dialog of the provider. Source: D-193.
 *
 * @returns `ask` never rejects: without an answer of the bank it resolves with `failed`.
 */
export const useBank = (
  config: ProviderConfig | undefined,
): { ask: (clientSecret: string) => Promise<Outcome>; dialog: ReactNode } => {
  const sandbox = useSandboxBank();
  const key = config?.provider === 'stripe' ? config.publishableKey : null;
  const askSandbox = sandbox.ask;
  const ask = useCallback(
    async (clientSecret: string): Promise<Outcome> => {
      if (key === null) return askSandbox(clientSecret);
      const { askBank } = await import('./stripe.ts');
      return askBank(key, clientSecret);
    },
    [key, askSandbox],
  );
  return { ask, dialog: sandbox.dialog };
};
