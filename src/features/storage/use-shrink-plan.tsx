import { useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { newId } from '#contract/ids.ts';
import { cancelPlan, downgradePlan, STORAGE_PLANS } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { CallError } from '#store/api.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { ArchiveOptions } from './archive-options.tsx';
import { useReloadPlans } from './use-buy-plan.ts';
import type { Preview } from './use-plan-preview.ts';

/**
 * Makes the plan smaller, or ends it: asks first how to archive, if the content does not fit. Source: STO-028…STO-032, D-157.
 *
 * @param refundCard The card that the person chose for the refund.
 */
export const useShrinkPlan = (planIndex: number, preview: Preview | undefined, refundCard?: string) => {
  const call = useOnlineCall();
  const navigate = useNavigate();
  const reload = useReloadPlans();
  const key = useRef(newId());
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const change = async (contentIds?: readonly string[]): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const archiving = {
      archiveMode: contentIds ? ('manual' as const) : ('auto_oldest' as const),
      ...(contentIds && { contentIds: [...contentIds] }),
      ...(refundCard && { refundPaymentMethodId: refundCard }),
    };
    try {
      if (planIndex === 0) await call(cancelPlan, archiving, { key: key.current });
      else await call(downgradePlan, { planIndex, ...archiving }, { key: key.current });
      showToast({
        text: planIndex === 0 ? text.cancelled : text.changed(STORAGE_PLANS[planIndex]!.name),
        kind: 'success',
      });
      reload();
      await navigate({ to: '/storage-plan-access-fees', search: { currentPlan: planIndex }, replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(failureText(error, text.changeFailed));
      // After a lost answer the same request is sent again; a refused one is over.
      if (error.kind !== 'offline') key.current = newId();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  const start = () => {
    if ((preview?.archiveBytes ?? 0) > 0) setAsking(true);
    else void change();
  };
  const overlay = (
    <ArchiveOptions
      open={isAsking}
      gigabytes={STORAGE_PLANS[planIndex]!.storageSize}
      bytes={preview?.archiveBytes ?? 0}
      isBusy={isBusy}
      onAuto={() => void change()}
      onChosen={(ids) => void change(ids)}
      onClose={() => setAsking(false)}
    />
  );
  return { start, isBusy, problem, overlay };
};
