import { useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { newId } from '#contract/ids.ts';
import { refreshInvoice } from '#contract/invoices.ts';
import { purchasePlan, readPlans, STORAGE_PLANS, upgradePlan, type PlanPeriod } from '#contract/storage.ts';
import { storagePageText } from '#contract/text/storage-page.ts';
import { fetchAnswer } from '#store/answers.ts';
import { CallError, isProblem } from '#store/api.ts';
import { waitsForRoom } from '#store/uploads/job.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import type { Outcome } from '#app/payments/card-port.ts';
import type { Preview } from './use-plan-preview.ts';

const text = storagePageText.confirm;

interface Wanted {
  action: 'purchase' | 'upgrade';
  planIndex: number;
  period: PlanPeriod;
  paymentMethodId: string | undefined;
  /** The card that a refund should go to. Source: D-354. */
  refundPaymentMethodId?: string | undefined;
}

/** The page of plans shows the new plan at once. */
export const useReloadPlans = () => {
  const { db, userId } = useAccount();
  const scope = useScope();
  return () =>
    void fetchAnswer(db, userId, readPlans, {}, undefined, scope).catch((error: unknown) => {
      // Without an answer the page asks when it is opened.
      if (!(error instanceof CallError)) throw error;
    });
};

/**
 * Buys a plan. One page makes one request, however often it is sent: its key is made before the first try, so that an answer that was
 * lost is found and nothing is charged twice. It is never queued. Source: STO-019, D-361.
 */
export const useBuyPlan = (wanted: Wanted, askBank: (clientSecret: string) => Promise<Outcome>) => {
  const { db } = useAccount();
  const scope = useScope();
  const call = useOnlineCall();
  const navigate = useNavigate();
  const reload = useReloadPlans();
  const key = useRef(newId());
  const [isBusy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [problem, setProblem] = useState<string>();

  const done = async () => {
    reload();
    const { name } = STORAGE_PLANS[wanted.planIndex]!;
    // Counted now: by the time that the page is shown they may have gone on.
    const waiting = await db.uploadJobs.filter((job) => job.scope === scope && waitsForRoom(job)).count();
    await navigate({
      to: '/thank-you',
      state: { thanks: { kind: 'plan', name, redirectTo: '/storage-plan-access-fees', waiting } },
      replace: true,
    });
  };
  const send = async ({ quotedAt, amountDue }: Preview): Promise<string | undefined> => {
    const { action, refundPaymentMethodId, ...input } = wanted;
    const asked = { ...input, quotedAt, amountDue };
    const bought = await (action === 'purchase'
      ? call(purchasePlan, asked, { key: key.current })
      : call(upgradePlan, { ...asked, refundPaymentMethodId }, { key: key.current }));
    if (bought.status === 'succeeded') return void (await done());
    if (bought.status === 'processing' || !bought.clientSecret || !bought.invoiceId) return text.processing;
    const { status, message } = await askBank(bought.clientSecret);
    const after = await call(refreshInvoice, { invoiceId: bought.invoiceId });
    if (after.status === 'succeeded') return void (await done());
    return status === 'failed' ? (message ?? text.failed) : text.processing;
  };
  const buy = async (preview: Preview): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setUnknown(false);
    try {
      setProblem(await send(preview));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isLost = error.kind === 'offline' || isProblem(error, 'payment.unavailable');
      setUnknown(isLost);
      setProblem(isLost ? text.unknown : failureText(error, text.provider));
      // A request that was refused is over: the next one is another.
      if (!isLost) key.current = newId();
    } finally {
      setBusy(false);
    }
  };
  return { buy, isBusy, isUnknown, problem };
};
