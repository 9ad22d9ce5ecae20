import { useState } from 'react';
import type { CaptionsDraft } from './captions-draft.ts';

/** Steps that can be taken back. */
const STEPS_MAX = 100;

export interface DraftHistory {
  /**
   * Changes the draft.
   *
   * @param step Changes in a row with the same name are one step, such as the typing in one caption.
   */
  change(next: CaptionsDraft, step?: string): void;
  /** Undefined where there is nothing to take back, or to do again. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

interface Steps {
  past: CaptionsDraft[];
  future: CaptionsDraft[];
  last: string | undefined;
}

/** Undo and redo of the changes of a draft in this visit. */
export const useDraftHistory = (draft: CaptionsDraft, keep: (draft: CaptionsDraft) => void): DraftHistory => {
  const [{ past, future, last }, setSteps] = useState<Steps>({ past: [], future: [], last: undefined });
  const [before, after] = [past.at(-1), future.at(-1)];
  return {
    change(next, step) {
      if (next === draft) return;
      const isSameStep = step !== undefined && step === last;
      setSteps({ past: isSameStep ? past : [...past, draft].slice(-STEPS_MAX), future: [], last: step });
      keep(next);
    },
    undo:
      before &&
      (() => {
        setSteps({ past: past.slice(0, -1), future: [...future, draft], last: undefined });
        keep(before);
      }),
    redo:
      after &&
      (() => {
        setSteps({ past: [...past, draft], future: future.slice(0, -1), last: undefined });
        keep(after);
      }),
  };
};
