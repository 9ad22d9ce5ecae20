import { useState } from 'react';
import type { InputOf } from '#contract/call.ts';
import { listAmounts, type Amount } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { CallError } from '#store/api.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { saveLink } from '#app/device/save-link.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { toCsv } from './csv.ts';

/** Amounts of one request. */
const PART = 100;

/** Saves the whole list that is shown, not only the pages on the screen, as a file of comma-separated values. */
export const useCsv = (wanted: Omit<InputOf<typeof listAmounts>, 'limit' | 'offset'>) => {
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const amounts: Amount[] = [];
      for (;;) {
        const { count, results } = await call(listAmounts, { ...wanted, limit: PART, offset: amounts.length });
        amounts.push(...results);
        if (results.length === 0 || amounts.length >= count) break;
      }
      const url = URL.createObjectURL(new Blob([toCsv(amounts)], { type: 'text/csv' }));
      saveLink(url, text.csvName);
      // The browser reads it after this task.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showToast({ text: text.csvFailed, kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save };
};
