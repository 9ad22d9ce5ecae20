import { useState } from 'react';
import type { Subscription } from '#contract/rows.ts';
import { leaveSubscription, resubscribe } from '#contract/subscriptions.ts';
import { subscriptionsText as text } from '#contract/text/subscriptions.ts';
import { payText } from '#contract/text/subscriptions-pay.ts';
import { CallError, isProblem } from '#store/api.ts';
import { trueNowMs } from '#store/server-time.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { formatDay, lastMsBefore } from '#app/payments/billing-days.ts';
import type { AskedAction } from './subscription-card.tsx';
import { paidUntilMs } from './subscription-view.ts';

export interface Asked {
  row: Subscription;
  action: AskedAction;
}

/** The last day on which a subscription that is cancelled now, or is cancelled already, can be watched. */
export const lastDayOf = (row: Subscription): string => formatDay(lastMsBefore(paidUntilMs(row, trueNowMs())));

/**
 * Leaving, cancelling and taking a cancellation back: each asks first, and needs the network because it changes rights.
 * The row is changed on this device at once: the list and the locks of the tiles follow it. Source: D-185, D-187, D-361.
 */
export const useSubscriptionActions = () => {
  const call = useOnlineCall();
  const { db } = useAccount();
  const [asked, setAsked] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const leave = async ({ row, action }: Asked): Promise<void> => {
    const left = await call(leaveSubscription, { sportId: row.sportId }).catch((error: unknown) => {
      // It was left before, e.g. on another device, or by a request whose answer was lost.
      if (!isProblem(error, 'access.not_found')) throw error;
      return null;
    });
    if (left) await db.subscriptions.put(left);
    else await db.subscriptions.delete(row.id);
    const words =
      action === 'cancel' && left ? text.cancelled(row.sportName, lastDayOf(left)) : text.left(row.sportName);
    showToast({ text: words, kind: 'success' });
  };
  const takeBack = async ({ row }: Asked): Promise<void> => {
    const { subscription } = await call(resubscribe, { sportId: row.sportId, consent: true }, { isPublic: true });
    await db.subscriptions.put(subscription);
    showToast({ text: text.againDone(row.sportName), kind: 'success' });
  };
  const confirm = async (): Promise<void> => {
    if (!asked) return;
    setBusy(true);
    setProblem(undefined);
    const failed = { cancel: text.cancelFailed, leave: text.leaveFailed, again: payText.failed }[asked.action];
    try {
      await (asked.action === 'again' ? takeBack(asked) : leave(asked));
      setAsked(undefined);
    } catch (error) {
      if (error instanceof CallError && error.kind === 'cancelled') setAsked(undefined);
      else if (asked.action === 'again') setProblem(failureText(error, failed));
      else {
        showToast({ text: failureText(error, failed), kind: 'failure' });
        setAsked(undefined);
      }
    } finally {
      setBusy(false);
    }
  };
  const ask = (next: Asked | undefined) => {
    setProblem(undefined);
    setAsked(next);
  };
  return { asked, isBusy, problem, ask, confirm };
};
