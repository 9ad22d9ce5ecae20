import { useState } from 'react';
import { RESEND_AGAIN_S, RESEND_FIRST_S } from '#contract/limits.ts';
import { resetText } from '#contract/text/auth-sign-in.ts';
import { failureText } from '../data/use-act.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/**
 * When a new code may be requested: after 119 s, then 59 s after each new code; after a failure no more.
 * Source: ACC-070…ACC-073, D-256.
 *
 * @param send Requests a new code.
 * @param onFailure Gets the message of a failure.
 * @returns What `ResendCode` shows, and what its button calls.
 */
export const useResendCode = (send: () => Promise<unknown>, onFailure: (message: string) => void) => {
  const [readyAtMs, setReadyAtMs] = useState(() => Date.now() + RESEND_FIRST_S * 1000);
  const [progress, setProgress] = useState<'sending' | 'failed'>();
  const secondsLeft = useSecondsLeft(readyAtMs);
  const resend = async () => {
    setProgress('sending');
    try {
      await send();
      setReadyAtMs(Date.now() + RESEND_AGAIN_S * 1000);
      setProgress(undefined);
    } catch (error) {
      setProgress('failed');
      onFailure(failureText(error, resetText.failed));
    }
  };
  return { readyAtMs, state: progress ?? (secondsLeft > 0 ? 'waiting' : 'ready'), resend } as const;
};
