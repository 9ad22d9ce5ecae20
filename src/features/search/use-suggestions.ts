import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, SUGGESTIONS_MAX } from '#contract/search-limits.ts';
import { suggest } from '#contract/search.ts';
import { CallError } from '#store/api.ts';
import { callAs } from '#store/session.ts';
import { useAccount } from '#app/data/account.ts';
import { useReach } from '#app/device/traffic.ts';

/**
 * What a text that is being typed may become: earlier searches first, then titles and names of the server, or of this
 * device without it. Asked once the person pauses. Source: EXP-025.
 *
 * @param history Texts searched for before, last first.
 * @param isOpen False to ask nothing.
 */
export const useSuggestions = (
  typed: string,
  sportId: string | undefined,
  history: readonly string[],
  isOpen: boolean,
): string[] => {
  const { userId } = useAccount();
  const isOffline = useReach() === 'offline';
  const text = typed.trim();
  const [asked, setAsked] = useState<{ text: string; texts: string[] }>({ text: '', texts: [] });
  useEffect(() => {
    if (!isOpen || text === '') return;
    const controller = new AbortController();
    const onDevice = async () => {
      const { suggestOnDevice } = await import('#workers/search.ts');
      return suggestOnDevice(userId, text, sportId);
    };
    const ask = async () => {
      if (isOffline) return onDevice();
      try {
        const input = { q: text, ...(sportId && { sport_id: sportId }) };
        return (await callAs(userId, suggest, input, { signal: controller.signal })).output.texts;
      } catch (error) {
        // Suggestions are a help: without the server's, those of the device are shown.
        if (!(error instanceof CallError)) throw error;
        return error.kind === 'cancelled' ? [] : onDevice();
      }
    };
    const timer = setTimeout(() => {
      void ask().then((texts) => {
        if (!controller.signal.aborted) setAsked({ text, texts });
      });
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [userId, text, sportId, isOpen, isOffline]);
  if (!isOpen || text === '') return [];
  const own = history.filter((each) => each.toLowerCase().startsWith(text.toLowerCase())).slice(0, 3);
  // Those of the text before stay until the next ones are known, so that the list does not jump.
  const all = [...own, ...asked.texts];
  const seen = new Set([text.toLowerCase()]);
  return all
    .filter((each) => {
      const folded = each.toLowerCase();
      if (seen.has(folded)) return false;
      seen.add(folded);
      return true;
    })
    .slice(0, SUGGESTIONS_MAX);
};
