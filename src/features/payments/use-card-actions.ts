import { useState } from 'react';
import { deletePaymentMethod, setPreferredMethod, type PaymentMethod } from '#contract/payments.ts';
import { paymentsText as text } from '#contract/text/payments.ts';
import { CallError, isProblem } from '#store/api.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { cardName } from '#app/payments/card-name.ts';
import { refreshCardsSoon } from '#app/payments/payment-data.ts';

export interface AskedCard {
  card: PaymentMethod;
  /** `inUse`: it pays for subscriptions and cannot be deleted. */
  about: 'delete' | 'inUse';
}

/**
 * What the menu of a card does. Moves money's way, so it needs the network. Source: SUB-018…SUB-020, SUB-099, SUB-100.
 *
 * @param reload Reads the cards again at once.
 */
export const useCardActions = (reload: () => void) => {
  const call = useOnlineCall();
  const account = useAccount();
  const [asked, setAsked] = useState<AskedCard>();
  const [isBusy, setBusy] = useState(false);

  const changed = (words: string) => {
    showToast({ text: words, kind: 'success' });
    reload();
    refreshCardsSoon(account);
  };
  const failed = (error: unknown, words: string) => {
    if (!(error instanceof CallError)) throw error;
    showToast({ text: words, kind: 'failure' });
  };
  const prefer = async (card: PaymentMethod): Promise<void> => {
    try {
      await call(setPreferredMethod, { payment_method_id: card.id });
      changed(text.selected(cardName(card)));
    } catch (error) {
      failed(error, text.notPreferred);
    }
  };
  const remove = async (): Promise<void> => {
    if (!asked) return;
    const { card } = asked;
    setBusy(true);
    try {
      await call(deletePaymentMethod, { payment_method_id: card.id }).catch((error: unknown) => {
        // It was deleted before, e.g. by a request whose answer was lost.
        if (!isProblem(error, 'access.not_found')) throw error;
      });
      setAsked(undefined);
      changed(text.deleted(cardName(card)));
    } catch (error) {
      if (isProblem(error, 'payment.method_in_use')) setAsked({ card, about: 'inUse' });
      else {
        setAsked(undefined);
        failed(error, text.notDeleted);
      }
    } finally {
      setBusy(false);
    }
  };
  const askDelete = (card: PaymentMethod) =>
    setAsked({ card, about: card.hasActiveSubscriptions ? 'inUse' : 'delete' });
  return { asked, isBusy, askDelete, remove, prefer, cancel: () => setAsked(undefined) };
};
