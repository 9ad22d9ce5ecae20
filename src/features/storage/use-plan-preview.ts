import { useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/call.ts';
import type { Scope } from '#contract/ids.ts';
import { previewPlan } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { CallError } from '#store/api.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { onBackOnline } from '#app/device/traffic.ts';

export type Preview = OutputOf<typeof previewPlan>;

/**
 * What a change would cost and give back, read when the page opens and again when the network is back. It is never kept.
 *
 * @param scope Whose plan it is, by default that of the role in use.
 * @returns `isCurrent`: false while another card was chosen and its amounts have not come yet.
 */
export const usePlanPreview = (
  { action, planIndex, period, paymentMethodId, refundPaymentMethodId }: InputOf<typeof previewPlan>,
  scope?: Scope,
) => {
  const call = useOnlineCall();
  const [shown, setShown] = useState<{ preview: Preview; refundCard: string | undefined }>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isStopped = false;
    const read = (): void => {
      call(previewPlan, { action, planIndex, period, paymentMethodId, refundPaymentMethodId }, scope ? { scope } : {})
        .then((answer) => {
          if (isStopped) return;
          setShown({ preview: answer, refundCard: refundPaymentMethodId });
          setProblem(undefined);
        })
        .catch((error: unknown) => {
          if (!(error instanceof CallError)) return reportUnhandled(error);
          if (isStopped) return;
          setProblem(error.kind === 'offline' ? text.confirm.offline : failureText(error, text.confirm.noPlan));
        });
    };
    read();
    const stop = onBackOnline(read);
    return () => {
      isStopped = true;
      stop();
    };
  }, [call, action, planIndex, period, paymentMethodId, refundPaymentMethodId, scope]);
  return { preview: shown?.preview, isCurrent: shown?.refundCard === refundPaymentMethodId, problem };
};
