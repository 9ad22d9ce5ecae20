import { useEffect, useRef, type RefObject } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { ListCall, PagedAnswer, RowOf } from '../data/use-paged-answer.ts';
import { useLive } from '../data/use-live.ts';
import { useBlocked } from './use-blocked.ts';

/** Fetches an answer again once a block, or its end, has left the outbox: the server then answers with other rows. */
export const useReloadAfterBlocks = (reload: () => void): void => {
  const waiting = useLive((db) => db.outbox.filter(({ call }) => call.startsWith('blocks.')).count(), []);
  const former = useRef(waiting);
  useEffect(() => {
    if (waiting !== undefined && former.current !== undefined && waiting < former.current) reload();
    former.current = waiting;
  }, [waiting, reload]);
};

interface Unblocked<C extends ListCall> {
  paged: PagedAnswer<C>;
  /** Whether a comment is shown. */
  shows: (comment: RowOf<C>) => boolean;
  /** Of a focusable element around the list: a comment that goes takes its menu, which had the focus. */
  list: RefObject<HTMLDivElement | null>;
}

/**
 * A list of comments without those of people whom the person blocks, also offline, where the stored answer is older than the
 * block. What an operator hid stays with the owner of the content. Source: decision 0123.
 */
export const useUnblocked = <C extends ListCall>(paged: PagedAnswer<C>, isOwner: boolean): Unblocked<C> => {
  const blocked = useBlocked();
  useReloadAfterBlocks(paged.answered.reload);
  const list = useRef<HTMLDivElement>(null);
  const count = blocked?.size;
  const former = useRef(count);
  useEffect(() => {
    const isMore = count !== undefined && former.current !== undefined && count > former.current;
    if (isMore && document.activeElement === document.body) list.current?.focus();
    former.current = count;
  }, [count]);
  const { answered } = paged;
  return {
    list,
    // Until it is known who is blocked, nothing is shown.
    paged: { ...paged, answered: { ...answered, isLoading: answered.isLoading || !blocked } },
    shows: (row) => {
      const { id, isRemoved } = row as Comment;
      return !blocked?.has(id) || (isOwner && isRemoved === true);
    },
  };
};
