import { useEffect, useState } from 'react';
import { readDelivery } from '#contract/auth.ts';
import { CODE_LIFE_MS } from '#contract/limits.ts';
import { sendCall } from '#store/api.ts';

/** The first look is soon: by then the first attempt to send has ended, ms. */
const FIRST_MS = 2_000;
const AGAIN_MS = 10_000;

/**
 * Whether codes by this method cannot be sent at the moment. The same for everybody, so that it does not tell whether an
 * account exists.
 *
 * @param codeId The code that is waited for; it is asked for until it expires. Undefined: nothing is waited for.
 */
export const useDelivery = (communicationMethod: 'email' | 'text', codeId: string | undefined): boolean => {
  const [delayedId, setDelayedId] = useState<string>();
  useEffect(() => {
    if (codeId === undefined) return;
    const controller = new AbortController();
    const endsAtMs = performance.now() + CODE_LIFE_MS;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        const { output } = await sendCall(readDelivery, { communicationMethod }, { signal: controller.signal });
        setDelayedId(output.isDelayed ? codeId : undefined);
      } catch {
        // What is known stays; the banner tells of the network.
      }
      if (!controller.signal.aborted && performance.now() < endsAtMs) lookIn(AGAIN_MS);
    };
    const lookIn = (ms: number) => {
      timer = setTimeout(() => void look(), ms);
    };
    lookIn(FIRST_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [communicationMethod, codeId]);
  return delayedId !== undefined && delayedId === codeId;
};
