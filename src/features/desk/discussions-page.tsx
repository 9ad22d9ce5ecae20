import { useState } from 'react';
import { listDiscussions, setCommentRemoved, type CommentOfDesk } from '#contract/desk.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import { deskActText } from '#contract/text/desk.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { HideIcon, ShowIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { usePages } from '#app/navigation/entries.ts';
import { ActSheet } from './act-sheet.tsx';

const { discussions: text } = deskActText;

interface DiscussionsPageProps {
  channelId: string;
  /** The token that the page's address had. */
  access?: string | undefined;
}

/** All comments on what a channel has: the operator reads them, hides one or shows it again. Source: D-238, ADM-018. */
export function DiscussionsPage({ channelId, access }: DiscussionsPageProps) {
  const [pages, more] = usePages(`discussions ${channelId}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({ channelId, page: page + 1, ...(access && { access }) }));
  const desk = useDesk(listDiscussions, inputs);
  return (
    <DeskView desk={desk} title={([first]) => text.title(first!.channel.name)} otherwise="/dashboard">
      {(answers) => {
        const [{ count }] = answers as [(typeof answers)[0]];
        const comments = answers.flatMap(({ results }) => results);
        if (comments.length === 0) return <EmptyState drawing="quiet" title={text.none} />;
        return (
          <div className="stack">
            <p>{text.count(count)}</p>
            <Comments comments={comments} reload={desk.reload} />
            {comments.length < count && (
              <Button variant="outline" onClick={more}>
                {deskText.more}
              </Button>
            )}
          </div>
        );
      }}
    </DeskView>
  );
}

function Comments({ comments, reload }: { comments: readonly CommentOfDesk[]; reload: () => void }) {
  const [asked, setAsked] = useState<CommentOfDesk>();
  const [isOpen, setOpen] = useState(false);
  const ask = (comment: CommentOfDesk) => {
    setAsked(comment);
    setOpen(true);
  };
  return (
    <>
      <RowList label={text.list}>
        {comments.map((comment) => (
          <ListRow
            key={`${comment.content.id} ${comment.id}`}
            align="start"
            leading={<Avatar name={comment.name} src={comment.userPhoto} />}
            title={comment.name}
            text={<Said comment={comment} />}
            time={
              <Time iso={comment.createdAt} full={formatFullDate}>
                {formatWhen(comment.createdAt)}
              </Time>
            }
            trailing={
              <>
                <RatingMark value={comment.stars} />
                <RowMenu
                  name={text.menuOf(comment.name)}
                  of={`${comment.content.id} ${comment.id}`}
                  items={[
                    {
                      label: comment.isRemoved ? text.restore : text.hide,
                      icon: comment.isRemoved ? <ShowIcon /> : <HideIcon />,
                      onSelect: () => ask(comment),
                    },
                  ]}
                />
              </>
            }
          />
        ))}
      </RowList>
      {asked && <RemovalSheet comment={asked} open={isOpen} onClose={() => setOpen(false)} reload={reload} />}
    </>
  );
}

/** What a comment says, what it is about, and who hid it. */
function Said({ comment: { content, comment, isRemoved, isHidden, answer } }: { comment: CommentOfDesk }) {
  return (
    <>
      <a className="desk__about" href={`/watch-channel?content=${content.id}&channelId=${content.channelId}`}>
        {content.title}
      </a>
      <span className="desk__said">{comment}</span>
      {answer && <span className="desk__said t-2">{answer.text}</span>}
      {isHidden && <em className="desk__state">{isRemoved ? text.removed : text.hidden}</em>}
    </>
  );
}

interface RemovalSheetProps {
  comment: CommentOfDesk;
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function RemovalSheet({ comment, open, onClose, reload }: RemovalSheetProps) {
  const { id, name, content, isRemoved } = comment;
  const { userId } = useAccount();
  const call = useOnlineCall();
  const kind = notificationKinds[isRemoved ? 'comment_restored' : 'comment_removed'];
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={isRemoved ? text.restoreTitle(name) : text.hideTitle(name)}
      label={isRemoved ? text.restore : text.hide}
      isDanger={!isRemoved}
      draftKey={`desk-comment-${isRemoved ? 'restore' : 'hide'}-${content.id}-${id}`}
      person={name}
      told={(reason) => kind.text({ title: content.title, reason })}
      act={(reason, key) =>
        call(
          setCommentRemoved,
          { channelId: content.channelId, id, publishedContentId: content.id, hidden: !isRemoved, reason },
          { scope: `user:${userId}`, key },
        )
      }
      onDone={() => {
        showToast({ text: isRemoved ? text.restoredToast : text.hiddenToast, kind: 'success' });
        reload();
      }}
    >
      <p className="desk__told">{comment.comment}</p>
    </ActSheet>
  );
}
