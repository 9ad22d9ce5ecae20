import type { Comment } from '#contract/comments.ts';
import type { Scope } from '#contract/ids.ts';
import { commentsText } from '#contract/text/comments.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Time } from '#ui/time.tsx';
import { useBlocked } from '../blocks/use-blocked.ts';
import { formatFullDate, formatWhen } from '../format/format.ts';
import { CommentMenu } from './comment-menu.tsx';
import { LikeButton } from './like-button.tsx';
import { MentionedText } from './mentioned-text.tsx';
import { useCommentChanges } from './use-comment-changes.ts';
import './comments.css';

/** A comment, and what it is about. */
export type ListedComment = Comment & { content: { id: string; channelId: string; title: string } };

interface CommentRowsProps {
  /** Accessible name of the list. */
  label?: string;
  comments: readonly ListedComment[];
  /** The scope that owns the contents; undefined for a visitor, who can only report. */
  owner: Scope | undefined;
  /** Each row says what it is about. */
  hasTitles?: boolean;
  /** Of the answer that the comments are from. */
  fetchedAtMs: number | undefined;
  reload: () => void;
}

/** Comments with their answers and the menu of each. Plain text only; names of people lead to their profiles. Source: decision 0049. */
export function CommentRows({
  label = commentsText.title,
  comments,
  owner,
  hasTitles = false,
  fetchedAtMs,
  reload,
}: CommentRowsProps) {
  const changed = useCommentChanges(fetchedAtMs, reload);
  const blocked = useBlocked();
  return (
    <RowList label={label}>
      {comments.map((each) => {
        const { comment: whole, isWaiting } = changed(each, each.content.id);
        // As the server answers it: no link to somebody whom the person blocks.
        const comment = { ...whole, mentions: whole.mentions?.filter(({ id }) => !blocked?.has(id)) };
        return (
          <ListRow
            key={`${each.content.id} ${each.id}`}
            align="start"
            leading={<Avatar name={comment.name} src={comment.userPhoto} />}
            title={
              <a className="comment__author" href={`/profile/${comment.id}`}>
                {comment.name}
              </a>
            }
            text={<CommentText comment={comment} owner={owner} hasTitle={hasTitles} />}
            time={
              // The stars stand here: beside the words they would leave those 100 px on a narrow phone.
              <Facts
                facts={[
                  <RatingMark key="stars" value={comment.stars} />,
                  <Time key="time" iso={comment.createdAt} full={formatFullDate}>
                    {formatWhen(comment.createdAt)}
                  </Time>,
                ]}
              />
            }
            queued={isWaiting && commentsText.waits}
            trailing={!comment.isOwn && <CommentMenu comment={comment} owner={owner} />}
          />
        );
      })}
    </RowList>
  );
}

interface CommentTextProps extends Pick<CommentRowsProps, 'owner'> {
  comment: ListedComment;
  hasTitle: boolean;
}

/** Who still sees a hidden comment: whoever acts for an organization, not one person, sees those on its channels. */
const hiddenText = ({ isRemoved }: Comment, owner: Scope | undefined): string => {
  const isOfOrganization = owner?.startsWith('org:') === true;
  if (isRemoved) return isOfOrganization ? commentsText.removedForAdmins : commentsText.removed;
  if (owner === undefined) return commentsText.hiddenForAuthor;
  return isOfOrganization ? commentsText.hiddenForAdmins : commentsText.hiddenForOwner;
};

function CommentText({ comment, owner, hasTitle }: CommentTextProps) {
  const { answer, content } = comment;
  return (
    <>
      {hasTitle && (
        <a className="comment__content" href={`/watch-channel?content=${content.id}&channelId=${content.channelId}`}>
          {commentsText.on(content.title)}
        </a>
      )}
      <span className="comment__text">
        <MentionedText text={comment.comment} mentions={comment.mentions} />
      </span>
      {comment.isHidden && <span className="comment__hidden">{hiddenText(comment, owner)}</span>}
      {/* A server of a former version answers no likes. */}
      {comment.likes !== undefined && !comment.isHidden && <LikeButton comment={comment} />}
      {answer && (
        <span className="comment__answer">
          <b>{commentsText.answerOf}</b>
          <span className="comment__text">{answer.text}</span>
        </span>
      )}
    </>
  );
}
