import { listPlaylistContents, readPlaylist } from '#contract/playlists.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { savedText } from '#contract/text/watch-saved.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { LockBadge } from '#ui/tiles/lock-badge.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SavedBadge } from '#ui/tiles/saved-badge.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { playlistPart } from '#app/data/channel-lists.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useIsLocked } from '#app/data/use-locks.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds, useSavingPercent } from '#app/data/use-saved.ts';
import { KeepList } from '#app/lists/keep-list.tsx';
import { useOnline } from '#app/device/traffic.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { watchAddress } from '#app/navigation/watch-address.ts';
import { PlaylistHead } from './playlist-head.tsx';
import { describe } from './describe-item.ts';
import './playlist-page.css';

/** Another person's playlist: played from its start, or from one of its items. */
export function VisitedPlaylist({ playlistId, channelId }: { playlistId: string; channelId: string | undefined }) {
  const answered = useAnswer(readPlaylist, { playlistId });
  const contents = usePagedAnswer(listPlaylistContents, playlistId, playlistPart(playlistId));
  const savedIds = useSavedIds();
  const { answer: playlist, error } = answered;
  usePageTitle(playlist?.title ?? playlistText.title);
  // Items that cannot be played are skipped. Source: D-208.
  const results = contents.answered.answer?.results ?? [];
  const first = results.find(({ locked }) => !locked) ?? results[0];
  const isGone = !playlist && error?.kind === 'refused' && error.status === 404;
  return (
    <>
      <AppBar title={playlistText.title} back={goBack} heading={!playlist} />
      <main id="main" className="page">
        {isGone ? (
          <EmptyState
            drawing="search"
            title={playlistText.gone}
            action={channelId && <Button href={`/channels/${channelId}`}>{playlistText.toChannel}</Button>}
          />
        ) : (
          <AnswerView answered={answered} shape="card" count={1}>
            {(read) => (
              <>
                <PlaylistHead
                  playlist={read}
                  channelName={read.channelName}
                  facts={[read.educatorName, read.sportName]}
                  itemCount={read.itemCount}
                  sport={read.sportId}
                  coverSrc={read.coverImage}
                  playHref={first && watchAddress(first, playlistId)}
                  actions={<KeepList kind="playlist" id={playlistId} title={read.title} />}
                />
                <SectionHeading>{playlistText.items}</SectionHeading>
                <AnswerList
                  paged={contents}
                  shape="row"
                  empty={<EmptyState drawing="quiet" level={3} title={playlistText.emptyVisited} />}
                >
                  {(items) => (
                    <RowList ordered label={playlistText.items}>
                      {items.map((item) => (
                        <VisitedRow key={item.id} item={item} playlistId={playlistId} isSaved={savedIds.has(item.id)} />
                      ))}
                    </RowList>
                  )}
                </AnswerList>
              </>
            )}
          </AnswerView>
        )}
      </main>
    </>
  );
}

function VisitedRow({ item, playlistId, isSaved }: { item: ContentListItem; playlistId: string; isSaved: boolean }) {
  const isLocked = useIsLocked(item);
  const isOnline = useOnline();
  const percent = useSavingPercent(item.id);
  return (
    <ListRow
      title={item.title}
      text={describe(item.content)}
      href={watchAddress(item, playlistId)}
      leading={
        <Cover
          className="playlist-page__thumb"
          id={item.id}
          sport={item.sportId}
          src={item.coverImage}
          kind={item.content.type}
          dimmed={!isOnline && !isSaved}
        >
          {isLocked && <LockBadge />}
        </Cover>
      }
      trailing={
        isSaved ? <SavedBadge /> : percent !== undefined && <Badge tone="info">{savedText.badge(percent)}</Badge>
      }
    />
  );
}
