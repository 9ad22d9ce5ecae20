import { readFlag } from '#contract/pages.ts';
import { useAnswer } from './use-answer.ts';

/** Flags change rarely. Source: D-326. */
const FLAG_FRESH = { freshMs: 5 * 60_000 };

/** Whether a feature is available; also while it is not known, so that nothing disappears offline. Source: D-69, STO-008. */
export const useFlag = (name: string): boolean => {
  const { answer } = useAnswer(readFlag, { name }, FLAG_FRESH);
  return answer === undefined || (answer.isVisible && answer.isEnabled);
};
