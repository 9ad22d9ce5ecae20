import type { WatchDetail } from '#contract/channels.ts';
import { listSportContents, readSport } from '#contract/sports.ts';
import { watchText } from '#contract/text/watch.ts';
import { serverNowMs } from '#store/server-time.ts';
import { LockedPanel } from '#ui/tiles/locked-panel.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { sportArt } from '#ui/pictures/sport-art.ts';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { hasEnded } from '#app/data/subscription-rules.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { goBack } from '#app/navigation/back.ts';
import { joinAddress, payAddress, sportAddress } from '#app/navigation/sport-address.ts';

/** Free items shown on a locked page. */
const FREE_COUNT = 6;
const SPORT_FRESH_MS = 60_000;

/** In place of the player: how the item can be opened, and on what terms. Source: WAT-007, WAT-008, D-184. */
export function LockedStage({ detail }: { detail: WatchDetail }) {
  const { sport, coverImage } = detail;
  const { answer } = useAnswer(readSport, { name: sport.id }, { freshMs: SPORT_FRESH_MS });
  const own = useOwnRow((db) => db.subscriptions.where({ sportId: sport.id }).first(), [sport.id]);
  // After the one trial the next step is to pay, and the roles are known.
  const isOver = own ? hasEnded(own, serverNowMs()) : false;
  // No trial is promised while it is not known whether the person has had it.
  const terms = own === undefined ? undefined : answer && watchText.terms[answer.sportType];
  // The page of a Beta sport or a waitlist says more than the terms, such as that one Beta can be joined at a time. Most
  // sports are launched: a tap before the answer is here leads on as in those.
  const isLaunched = !answer || answer.sportType === 'Launched';
  const first = isLaunched ? joinAddress(sport.id, 'watch-channel') : sportAddress(sport);
  const panel = { art: coverImage ?? sportArt(sport.id), badge: watchText.memberOnly, onBack: goBack };
  // To subscribe would not open it: the page of the subscriptions says what will. Source: D-186.
  if (own?.subscriptionStatus === 'suspended' && !isOver)
    return (
      <LockedPanel
        {...panel}
        message={watchText.suspended(sport.name)}
        actionLabel={watchText.openSubscription}
        href="/learner-subscriptions"
      />
    );
  return (
    <LockedPanel
      {...panel}
      message={watchText.locked}
      actionLabel={watchText.subscribeTo(sport.name)}
      href={isOver ? payAddress(sport.id, 'watch-channel') : first}
      note={isOver ? watchText.trialOver : terms}
    />
  );
}

/** What can be watched in the sport without a subscription, in place of the queue. */
export function FreeNow({ detail: { sport } }: { detail: WatchDetail }) {
  const saved = useSavedIds();
  const { answer } = useAnswer(listSportContents, {
    sportId: sport.id,
    contentType: 'all',
    pricing: 'free',
    sort: 'newest',
    limit: FREE_COUNT,
    offset: 0,
  });
  if (!answer || answer.results.length === 0) return null;
  return (
    <section>
      <SectionHeading>{watchText.freeNow}</SectionHeading>
      <TileGrid label={watchText.freeNow}>
        {answer.results.map((item) => (
          <ListedTile key={item.id} item={item} isSaved={saved.has(item.id)} />
        ))}
      </TileGrid>
    </section>
  );
}
