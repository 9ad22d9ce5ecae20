import { commentsText } from '#contract/text/comments.ts';
import type { Scope } from '#contract/ids.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import type { CommentActionsProps } from './comment-actions.tsx';
import type { ListedComment } from './comment-rows.tsx';

const CommentActions = lazyOverlay<CommentActionsProps>(
  async () => (await import('./comment-actions.tsx')).CommentActions,
);

export interface CommentMenuProps {
  comment: ListedComment;
  /** The scope that owns the content; undefined for a visitor. */
  owner: Scope | undefined;
}

/** What a person can do with somebody else's comment: the owner of the content answers and hides it, everybody reports it and blocks its author. */
export function CommentMenu({ comment, owner }: CommentMenuProps) {
  return (
    <RowMenu
      name={commentsText.menuOf(comment.name)}
      of={`${comment.content.id} ${comment.id}`}
      popup={(state) => <CommentActions {...state} comment={comment} owner={owner} />}
    />
  );
}
