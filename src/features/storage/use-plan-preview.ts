import { useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/call.ts';
import { previewPlan } from '#contract/storage.ts';
import { storagePageText as text } from '#contract/text/storage-page.ts';
import { CallError } from '#store/api.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { onBackOnline } from '#app/device/traffic.ts';

export type Preview = OutputOf<typeof previewPlan>;

/** What a change would cost and give back, read when the page opens and again when the network is back. It is never kept. */
export const usePlanPreview = ({ action, planIndex, period, paymentMethodId }: InputOf<typeof previewPlan>) => {
  const call = useOnlineCall();
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isStopped = false;
    const read = (): void => {
      call(previewPlan, { action, planIndex, period, paymentMethodId })
        .then((answer) => {
          if (isStopped) return;
          setPreview(answer);
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
  }, [call, action, planIndex, period, paymentMethodId]);
  return { preview, problem };
};
