import { useEffect, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { OutboxEntry } from '#store/database.ts';
import { useOnline } from '../device/traffic.ts';
import { useLive } from '../data/use-live.ts';

/** A change of a comment that the shown answer does not have yet. */
interface Change extends Pick<OutboxEntry, 'id' | 'call' | 'input' | 'queuedAtMs' | 'state'> {
  /** `fetchedAtMs` of the answer that was shown when the entry left the outbox; null while it is there. */
  goneAt: number | null;
}

const isOfComments = ({ call, state }: OutboxEntry) => call.startsWith('comments.') && state !== 'refused';

/** The comment as it will be after a change. */
const withChange = <C extends Comment>(comment: C, { call, input, queuedAtMs }: Change): C => {
  switch (call) {
    case 'comments.answer':
      return {
        ...comment,
        answer: { text: String(input['answer']).trim(), answeredAt: new Date(queuedAtMs).toISOString() },
      };
    case 'comments.deleteAnswer':
      return { ...comment, answer: null };
    case 'comments.hide':
      return { ...comment, isHidden: input['isHidden'] === true };
    case 'comments.like':
      return comment.isLiked ? comment : { ...comment, isLiked: true, likes: (comment.likes ?? 0) + 1 };
    case 'comments.unlike':
      return comment.isLiked ? { ...comment, isLiked: false, likes: (comment.likes ?? 1) - 1 } : comment;
    default:
      return { ...comment, isReported: true };
  }
};

/** The changes to show: those of the outbox, and those that were sent after the shown answer was fetched. */
const changesNow = (
  former: readonly Change[],
  entries: readonly OutboxEntry[],
  fetchedAtMs: number,
  isOnline: boolean,
): readonly Change[] => {
  const ids = new Set(entries.map(({ id }) => id));
  const gone = former
    // What left without a network was discarded.
    .filter(({ id, state }) => !ids.has(id) && (state === 'sent' || isOnline))
    .map((change) => ({ ...change, goneAt: change.goneAt ?? fetchedAtMs }))
    .filter(({ goneAt }) => goneAt === fetchedAtMs);
  return [...gone, ...entries.map((entry) => ({ ...entry, goneAt: null }))];
};

export interface ChangedComment<C extends Comment> {
  comment: C;
  /** A change of it waits for the network. */
  isWaiting: boolean;
}

/**
 * Lays the changes of this device over an answer with comments. A change that was sent stays until the answer is fetched
 * again, so that nothing flickers back; `reload` asks for that.
 */
export const useCommentChanges = (
  answeredAtMs: number | undefined,
  reload: () => void,
): (<C extends Comment>(comment: C, publicationId: string) => ChangedComment<C>) => {
  const fetchedAtMs = answeredAtMs ?? 0;
  const isOnline = useOnline();
  const entries = useLive((db) => db.outbox.orderBy('order').filter(isOfComments).toArray(), []);
  const [{ changes, ...of }, setShown] = useState<{
    changes: readonly Change[];
    entries: typeof entries;
    fetchedAtMs: number;
  }>({ changes: [], entries: undefined, fetchedAtMs });
  if (entries && (of.entries !== entries || of.fetchedAtMs !== fetchedAtMs))
    setShown({ changes: changesNow(changes, entries, fetchedAtMs, isOnline), entries, fetchedAtMs });

  const gone = changes.filter(({ goneAt }) => goneAt !== null).length;
  useEffect(() => {
    if (gone > 0) reload();
  }, [gone, reload]);

  return (comment, publicationId) => {
    const own = changes.filter(
      ({ input }) => input['publishedContentId'] === publicationId && input['commentId'] === comment.id,
    );
    return {
      comment: own.reduce(withChange, comment),
      isWaiting: !isOnline && own.some(({ state }) => state === 'waiting'),
    };
  };
};
