import { useState } from 'react';
import { payInvoice, refreshInvoice, type Invoice } from '#contract/invoices.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { invoicesText as text } from '#contract/text/invoices.ts';
import { payText } from '#contract/text/subscriptions-pay.ts';
import { CallError, isProblem } from '#store/api.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import type { Outcome } from '#app/payments/card-port.ts';

const isDown = (error: unknown): boolean =>
  isProblem(error, 'payment.provider') || isProblem(error, 'payment.unavailable');

/**
 * Pays an open invoice: charges the preferred card, and asks the bank if it wants that. After a lost answer it asks what
 * became of the payment, and never charges again by itself. Source: D-188, SUB-095, SUB-096.
 *
 * @param askBank From `useBank`.
 * @param reload Reads the invoice again.
 */
export const usePayInvoice = (
  { id: invoiceId }: Pick<Invoice, 'id'>,
  askBank: (clientSecret: string) => Promise<Outcome>,
  reload: () => void,
) => {
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [needsCard, setNeedsCard] = useState(false);

  /** The call that pays; without its answer, what became of it. */
  const charge = async (): Promise<PaymentResult> => {
    try {
      return await call(payInvoice, { invoiceId });
    } catch (error) {
      const isLost = error instanceof CallError && error.kind === 'offline';
      // Paid on another device, or by a request whose answer was lost.
      if (!isLost && !isProblem(error, 'invoice.not_open')) throw error;
      return call(refreshInvoice, { invoiceId });
    }
  };
  const settle = async (result: PaymentResult): Promise<string | undefined> => {
    if (result.status === 'requires_action' && result.clientSecret) {
      const { status, message } = await askBank(result.clientSecret);
      const after = await call(refreshInvoice, { invoiceId });
      if (after.status === 'succeeded') return settle(after);
      return status === 'failed' ? (message ?? payText.cardFailed) : text.processing;
    }
    if (result.status === 'failed') return payText.cardFailed;
    showToast(
      result.status === 'succeeded' ? { text: text.paid, kind: 'success' } : { text: text.processing, kind: 'status' },
    );
    return undefined;
  };
  const pay = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setNeedsCard(false);
    try {
      setProblem(await settle(await charge()));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setNeedsCard(isProblem(error, 'subscription.card_needed'));
      setProblem(isDown(error) ? payText.provider : failureText(error, payText.cardFailed));
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { isBusy, problem, needsCard, pay };
};
