import { Suspense, useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { readDetail } from '#contract/watch.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { commonText } from '#contract/text/common.ts';
import { watchText } from '#contract/text/watch.ts';
import { readShown } from '#store/saved/shown.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { QueueList } from '#ui/lists/queue-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Time } from '#ui/time.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useWatchCaptions } from '#app/data/captions.ts';
import { FollowButton } from '#app/lists/follow-button.tsx';
import { formatCount, formatDate, formatFullDate, formatLength } from '#app/format/format.ts';
import { ReachBanner } from '#app/frame/reach-banner.tsx';
import { PublicationMenu } from '#app/lists/publication-menu.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRow, useOwnRows } from '#app/data/use-own-rows.ts';
import { FailedPayment } from '#app/payments/failed-payment.tsx';
import { useOnline } from '#app/device/traffic.ts';
import { watchAddress, type WatchSearch } from '#app/navigation/watch-address.ts';
import { CommentsPart } from './comments-part.tsx';
import { RatingPart } from './rating-part.tsx';
import { ReportPart } from './report-part.tsx';
import { SavePart } from './save-part.tsx';
import { SharePart } from './share-part.tsx';
import { useList, useQueue, type Following, type Queue } from './use-queue.ts';
import './watch-page.css';

const LockedStage = lazyPart(async () => (await import('./locked-part.tsx')).LockedStage);
const FreeNow = lazyPart(async () => (await import('./locked-part.tsx')).FreeNow);
const SpokenPart = lazyPart(async () => (await import('./spoken-part.tsx')).SpokenPart);
const loadMedia = () => import('./media-part.tsx');
// With this file, not after the answer about an item. A failure is shown where the player would be.
loadMedia().catch(() => {});
const MediaPart = lazyPart(async () => (await loadMedia()).MediaPart);

/** A published item: player or locked panel, channel, rating, next items. Source: WAT-004…WAT-010. */
export function WatchPage({ search, onOpen }: { search: WatchSearch; onOpen: (address: string) => void }) {
  const list = useList(search);
  const [isContinued, setContinued] = useState(false);
  // An address without an item starts with the first one of the list.
  const currentId = search.content ?? list.answered.answer?.results[0]?.id;
  return (
    <div className="column">
      <ReachBanner />
      {currentId ? (
        <WatchItem
          key={currentId}
          id={currentId}
          {...{ search, list, isContinued }}
          onOpen={(address) => {
            setContinued(true);
            onOpen(address);
          }}
        />
      ) : (
        <>
          <AppBar title={channelText.playlists} back={goBack} />
          <main id="main" className="page">
            <AnswerView answered={list.answered} shape="card">
              {() => <EmptyState drawing="quiet" title={commonText.noContent} />}
            </AnswerView>
          </main>
        </>
      )}
    </div>
  );
}

/** Before it is known what the item is, nothing is asked about its captions. */
const UNKNOWN = { id: '', contentId: '', type: 'text', locked: true, isOwner: false } as const;

interface WatchItemProps {
  id: string;
  search: WatchSearch;
  list: Queue;
  /** It was opened from the queue of this page. */
  isContinued: boolean;
  onOpen: (address: string) => void;
}

function WatchItem({ id, search, list, isContinued, onOpen }: WatchItemProps) {
  const answered = useAnswer(readDetail, { publishedId: id });
  const following = useQueue(list, search, id);
  const detail = useDetail(id, answered.answer);
  usePageTitle(detail?.title ?? channelText.items);
  const captions = useWatchCaptions(detail ?? UNKNOWN);
  const [jump, setJump] = useState<{ toMs: number }>();
  const [first] = following.next;
  const next = first && { title: first.title, open: () => onOpen(watchAddress(first, search.playlistId)) };
  return (
    <>
      {detail && !detail.locked && (
        <Suspense fallback={<div className="watch__stage" />}>
          <MediaPart {...{ detail, next, isContinued, captions, jump }} at={search.at} onExpired={answered.reload} />
        </Suspense>
      )}
      {detail?.locked && (
        <Suspense fallback={<div className="watch__stage" />}>
          <LockedStage detail={detail} />
        </Suspense>
      )}
      {!detail && <AppBar back={goBack} title={channelText.items} />}
      <main id="main" className="page watch">
        {detail && !detail.locked && <SportPayment sportId={detail.sport.id} />}
        {detail ? (
          <Details detail={detail} />
        ) : (
          <AnswerView answered={answered} shape="card" count={1}>
            {() => null}
          </AnswerView>
        )}
        {detail && captions && (captions.tracks.length > 0 || captions.chapters.length > 0) && (
          <Suspense fallback={null}>
            <SpokenPart type={detail.type} captions={captions} onJump={(toMs) => setJump({ toMs })} />
          </Suspense>
        )}
        {detail?.locked ? (
          <Suspense fallback={null}>
            <FreeNow detail={detail} />
          </Suspense>
        ) : (
          <NextUp following={following} playlistId={search.playlistId} onOpen={onOpen} />
        )}
      </main>
    </>
  );
}

/** Where what is watched may be closed soon. A locked item says so itself. */
function SportPayment({ sportId }: { sportId: string }) {
  const rows = useOwnRows((db) => db.subscriptions.where({ sportId }).toArray(), [sportId]);
  return <FailedPayment rows={rows} />;
}

/** The server's last answer; without a network, what was saved with the copy on this device if that says more. */
const useDetail = (id: string, answer: WatchDetail | undefined): WatchDetail | undefined => {
  const isOnline = useOnline();
  const saved = useLive(async (db) => (await readShown(db, id))?.detail, [id]);
  if (!answer) return isOnline ? undefined : saved;
  return answer.locked && !isOnline && saved ? saved : answer;
};

interface NextUpProps {
  following: Following;
  playlistId: string | undefined;
  onOpen: (address: string) => void;
}

/** The items that are played after this one. */
function NextUp({ following: { next, end, isEnded }, playlistId, onOpen }: NextUpProps) {
  return (
    <section>
      <SectionHeading>{watchText.next}</SectionHeading>
      <QueueList
        entries={next.map((item) => ({
          id: item.id,
          title: item.title,
          channelName: item.channel.name,
          type: item.content.type,
          length: formatLength(item.content) ?? '',
          href: watchAddress(item, playlistId),
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
  );
}

const LONG_TEXT = 135;

function Details({ detail }: { detail: WatchDetail }) {
  const [isWhole, setWhole] = useState(false);
  const own = useOwnRow((db) => db.publications.get(detail.id), [detail.id]);
  // The owner sees what was changed on this device before the server knows it.
  const { title, description, customTags } = own ?? detail;
  const isLong = description.length > LONG_TEXT;
  return (
    <>
      <h1 className="watch__title">{title}</h1>
      <p className="watch__meta">
        <Facts
          facts={[
            detail.sport.name,
            watchText.views(detail.views, formatCount(detail.views)),
            <Time key="day" iso={detail.publishedAt} full={formatFullDate}>
              {formatDate(detail.publishedAt)}
            </Time>,
          ]}
        />
      </p>
      <div className="watch__channel">
        <ChannelLogo src={detail.channel.logoImage} id={detail.channel.id} name={detail.channel.name} size="s" />
        <span className="watch__names">
          <a href={`/channels/${detail.channel.id}`}>
            <b>{detail.channel.name}</b>
          </a>
          <a className="watch__author" href={`/profile/${detail.author.educatorId}`}>
            {detail.author.name}
          </a>
        </span>
        {!detail.isOwner && <FollowButton channelId={detail.channel.id} name={detail.channel.name} />}
        {own && !own.isDeleted && <PublicationMenu publication={own} onRemoved={goBack} />}
      </div>
      <ChipRow label={watchText.description} wrap>
        {!detail.locked && <RatingPart detail={detail} />}
        {!detail.locked && !detail.isOwner && <CommentsPart detail={detail} />}
        {!detail.locked && detail.url !== null && <SavePart detail={detail} />}
        <SharePart title={title} />
        {!detail.isOwner && <ReportPart detail={detail} />}
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
      {customTags.length > 0 && (
        <p className="watch__tags" aria-label={watchText.tags}>
          {customTags.map((tag) => `#${tag}`).join(' ')}
        </p>
      )}
    </>
  );
}
