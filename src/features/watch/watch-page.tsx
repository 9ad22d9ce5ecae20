import { Suspense, useState } from 'react';
import { listChannelPage, type WatchDetail } from '#contract/channels.ts';
import { listPlaylistContents } from '#contract/playlists.ts';
import { readDetail } from '#contract/watch.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { commonText } from '#contract/text/common.ts';
import { watchText } from '#contract/text/watch.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { ChannelLogo } from '#ui/channel-logo.tsx';
import { ChipRow } from '#ui/chip-row.tsx';
import { Cover } from '#ui/cover.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LockedPanel } from '#ui/locked-panel.tsx';
import { OfflineBanner } from '#ui/offline-banner.tsx';
import { QueueList } from '#ui/queue-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { sportArt } from '#ui/sport-art.ts';
import { Time } from '#ui/time.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { channelPart, playlistPart } from '#app/data/channel-lists.ts';
import { FollowButton } from '#app/lists/follow-button.tsx';
import { formatCount, formatDate, formatFullDate, formatLength } from '#app/format/format.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { watchAddress, type WatchSearch } from '#app/navigation/watch-address.ts';
import { RatingPart } from './rating-part.tsx';
import { SavePart } from './save-part.tsx';
import { SharePart } from './share-part.tsx';
import { useQueue, type Queue } from './use-queue.ts';
import './watch-page.css';

const MediaPart = lazyPart(async () => (await import('./media-part.tsx')).MediaPart);

/** A published item: player or locked panel, channel, rating, next items. Source: WAT-004…WAT-010. */
export function WatchPage({ search, onOpen }: { search: WatchSearch; onOpen: (address: string) => void }) {
  const { content, channelId, playlistId } = search;
  const queue = usePagedAnswer(
    playlistId ? listPlaylistContents : listChannelPage,
    playlistId ?? channelId,
    (playlistId ? playlistPart(playlistId) : channelPart(channelId)) as never,
  ) as Queue;
  // An address without an item starts with the first one of the queue.
  const currentId = content ?? queue.answered.answer?.results[0]?.id;
  return (
    <div className="column">
      {currentId ? (
        <WatchItem key={currentId} id={currentId} search={search} queue={queue} onOpen={onOpen} />
      ) : (
        <>
          <AppBar title={channelText.playlists} back={goBack} />
          <main className="page">
            <AnswerView answered={queue.answered} shape="card">
              {() => <EmptyState drawing="quiet" title={commonText.noContent} />}
            </AnswerView>
          </main>
        </>
      )}
    </div>
  );
}

interface WatchItemProps {
  id: string;
  search: WatchSearch;
  queue: Queue;
  onOpen: (address: string) => void;
}

function WatchItem({ id, search, queue, onOpen }: WatchItemProps) {
  const answered = useAnswer(readDetail, { publishedId: id });
  const { end, isEnded } = queue;
  const next = useQueue(queue, id);
  const isOnline = useOnline();
  const { answer: detail } = answered;
  usePageTitle(detail?.title ?? channelText.items);
  const openNext = next[0] ? () => onOpen(watchAddress(next[0]!, search.playlistId)) : undefined;
  return (
    <>
      {detail && !detail.locked && (
        <Suspense fallback={<div className="watch__stage" />}>
          <MediaPart detail={detail} onExpired={answered.reload} onNext={openNext} />
        </Suspense>
      )}
      {detail?.locked && (
        <LockedPanel
          art={detail.coverImage ?? sportArt(detail.sport.id)}
          badge={watchText.memberOnly}
          message={watchText.locked}
          actionLabel={watchText.subscribeTo(detail.sport.name)}
          href={`/sport-page?sportId=${detail.sport.id}&sportName=${encodeURIComponent(detail.sport.name)}`}
          onBack={goBack}
        />
      )}
      {!detail && <AppBar back={goBack} title={channelText.items} />}
      <OfflineBanner offline={!isOnline} />
      <main className="page watch">
        {detail ? (
          <Details detail={detail} />
        ) : (
          <AnswerView answered={answered} shape="card" count={1}>
            {() => null}
          </AnswerView>
        )}
        <section>
          <SectionHeading>{watchText.next}</SectionHeading>
          <QueueList
            entries={next.map((item) => ({
              id: item.id,
              title: item.title,
              channelName: item.channel.name,
              type: item.content.type,
              length: formatLength(item.content) ?? '',
              href: watchAddress(item, search.playlistId),
            }))}
            cover={(entry) => {
              const item = next.find((each) => each.id === entry.id)!;
              return (
                <Cover id={item.id} sport={item.sportId} src={item.coverImage} kind={item.content.type} shape="fill" />
              );
            }}
            onOpen={(entry, event) => {
              event.preventDefault();
              onOpen(entry.href);
            }}
            hasMore={!isEnded}
            endArt="/art/empty-quiet.svg"
          />
          {next.length > 0 && <div ref={end} />}
        </section>
      </main>
    </>
  );
}

const LONG_TEXT = 135;

function Details({ detail }: { detail: WatchDetail }) {
  const [isWhole, setWhole] = useState(false);
  const { description } = detail;
  const isLong = description.length > LONG_TEXT;
  return (
    <>
      <h1 className="watch__title">{detail.title}</h1>
      <p className="watch__meta">
        {detail.sport.name} · {watchText.views(detail.views, formatCount(detail.views))} ·{' '}
        <Time iso={detail.publishedAt} full={formatFullDate}>
          {formatDate(detail.publishedAt)}
        </Time>
      </p>
      <div className="watch__channel">
        <a href={`/channels/${detail.channel.id}`}>
          <ChannelLogo src={detail.channel.logoImage} sport={detail.sport.id} size="s" />
          <span>
            <b>{detail.channel.name}</b>
            <span className="watch__author">{detail.author.name}</span>
          </span>
        </a>
        {!detail.isOwner && <FollowButton channelId={detail.channel.id} name={detail.channel.name} />}
      </div>
      <ChipRow label={watchText.description} wrap>
        {!detail.locked && <RatingPart detail={detail} />}
        {!detail.locked && <SavePart detail={detail} />}
        <SharePart title={detail.title} />
      </ChipRow>
      {description && (
        <p className="watch__text">
          {isLong && !isWhole ? `${description.slice(0, LONG_TEXT)}… ` : `${description} `}
          {isLong && (
            <button type="button" className="watch__more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? watchText.showLess : watchText.showMore}
            </button>
          )}
        </p>
      )}
      {detail.customTags.length > 0 && (
        <p className="watch__tags" aria-label={watchText.tags}>
          {detail.customTags.map((tag) => `#${tag}`).join(' ')}
        </p>
      )}
    </>
  );
}
