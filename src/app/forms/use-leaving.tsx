import { useRef } from 'react';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { publishText } from '#contract/text/publications.ts';
import { LazyLeaveDialog } from '#ui/overlays/lazy-overlays.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { goTo } from '../navigation/go.ts';
import type { KeptDraft } from './use-kept-draft.ts';

export interface LeavingOptions extends Pick<KeptDraft<object>, 'forget' | 'restore'> {
  /** True while leaving would lose something typed. */
  isUnsaved: boolean;
  /** The question, if it is not that of PUB-020. */
  question?: string;
}

/**
 * Asks before the person leaves with something typed. Leave discards the draft, as the question says, and offers Undo; a
 * draft whose page was closed or crashed is kept. Source: PUB-020, PUB-025; docs/decisions/0037.
 */
export const useLeaving = ({ isUnsaved, question, forget, restore }: LeavingOptions) => {
  const isDoneRef = useRef(false);
  const router = useRouter();
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved && !isDoneRef.current,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const leave = async () => {
    const { href } = router.history.location;
    await forget();
    blocker.proceed?.();
    showToast({
      text: publishText.discarded,
      action: {
        label: publishText.undoDiscard,
        onAction: () => void restore().then(() => goTo(router, href)),
      },
    });
  };
  const dialog = (
    <LazyLeaveDialog
      open={blocker.status === 'blocked'}
      question={question}
      onLeave={() => void leave()}
      onStay={() => blocker.reset?.()}
    />
  );
  return { isDoneRef, dialog };
};
