import { useCallback } from 'react';
import { block, unblock } from '#contract/blocks.ts';
import { blocksText } from '#contract/text/blocks.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '../data/use-act.ts';
import { useMe } from '../data/me.ts';

export interface Blockable {
  id: string;
  name: string;
  userPhoto: string | null;
}

/** Blocks and unblocks people, offline too. A block can be undone from its toast. */
export const useBlock = () => {
  const act = useAct();
  const me = useMe();
  // Anybody blocks as the person that they are, in every role.
  const scope = me?.scope;
  const end = useCallback(
    async ({ id, name }: Pick<Blockable, 'id' | 'name'>) => {
      await act(unblock, { personId: id }, scope ? { scope } : {});
      showToast({ text: blocksText.unblocked(name), kind: 'success' });
    },
    [act, scope],
  );
  const begin = useCallback(
    async ({ id, name, userPhoto }: Blockable) => {
      await act(block, { personId: id, name, userPhoto }, scope ? { scope } : {});
      showToast({
        text: blocksText.blocked(name),
        kind: 'success',
        action: { label: blocksText.undo, onAction: () => void end({ id, name }) },
      });
    },
    [act, scope, end],
  );
  return { block: begin, unblock: end };
};
