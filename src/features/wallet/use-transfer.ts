import { useRef, useState } from 'react';
import { newId } from '#contract/ids.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { payOut } from '#contract/wallet.ts';
import { CallError } from '#store/api.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { showToast } from '#ui/overlays/toast.ts';

/**
 * Transfers money. Without an answer the next press is the same request again, so that it is made once. Source: WAL-029, WAL-031.
 *
 * @param reload Reads the wallet again.
 */
export const useTransfer = (reload: () => void) => {
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The request whose answer is missing. */
  const open = useRef<{ key: string; cents: number }>(undefined);
  /** @returns Whether it was made. */
  const transfer = async (cents: number): Promise<boolean> => {
    if (open.current?.cents !== cents) open.current = { key: newId(), cents };
    setBusy(true);
    setProblem(undefined);
    try {
      await call(payOut, { amountInCents: cents }, { key: open.current.key });
      open.current = undefined;
      showToast({ text: text.transferred(cents), kind: 'success' });
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isLost = error.kind === 'offline';
      if (!isLost) open.current = undefined;
      if (error.kind !== 'cancelled') setProblem(isLost ? text.lost : failureText(error, text.transferFailed));
      return false;
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { isBusy, problem, transfer, forgetProblem: () => setProblem(undefined) };
};
