import { readHome } from '#contract/home.ts';
import type { OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import { homeText } from '#contract/text/home.ts';
import { serverNowMs } from '#store/server-time.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { HeroTile } from '#ui/tiles/hero-tile.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { Rail } from '#ui/lists/rail.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { SportCard } from '#ui/tiles/sport-card.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { RootBar } from '#app/frame/root-bar.tsx';
import { formatLength } from '#app/format/format.ts';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { FailedPayment } from '#app/payments/failed-payment.tsx';
import { watchAddress } from '#app/navigation/watch-address.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useIsLocked } from '#app/data/use-locks.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useNow } from '#app/format/use-now.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { ContinueRow } from './continue-row.tsx';
import { useBegun, type Begun } from './use-begun.ts';
import './home-page.css';

type Home = OutputOf<typeof readHome>;
type Section = Home['sections'][number];

const sportHref = (sport: { id: string; name: string }): string =>
  `/sport-page?sportId=${sport.id}&sportName=${encodeURIComponent(sport.name)}`;
const NEW_MS = 24 * 3_600_000;

/** The Member's landing page: a section per sport, then sports to add. Source: EXP-001…EXP-004. */
export function HomePage() {
  usePageTitle(homeText.home);
  const answered = useAnswer(readHome, {});
  const begun = useBegun();
  // Both are painted together, so that nothing moves.
  return (
    <>
      <RootBar title={homeText.home} brand />
      <main id="main" className="page">
        <AnswerView answered={begun ? answered : { ...answered, answer: undefined, isLoading: true }} shape="tile">
          {(home) => <HomeSections home={home} begun={begun ?? []} />}
        </AnswerView>
      </main>
    </>
  );
}

function HomeSections({ home, begun }: { home: Home; begun: readonly Begun[] }) {
  const savedIds = useSavedIds();
  const subscriptions = useOwnRows((db) => db.subscriptions.toCollection().sortBy('sportName'), []);
  return (
    <>
      <FailedPayment rows={subscriptions} />
      {home.completeness < 100 && (
        <section className="board on-board home__completeness">
          <a className="home__to-profile" href="/profile">
            {homeText.profileComplete(home.completeness)}
            <ForwardIcon className="icon-s" />
          </a>
          <LaneBar label={homeText.completeness} kind="meter" value={home.completeness} />
        </section>
      )}
      <ContinueRow begun={begun} savedIds={savedIds} />
      {home.sections.length === 0 && (
        <EmptyState
          drawing="quiet"
          title={homeText.homeEmptyTitle}
          action={
            <Button size="m" href="/search-for-subscribe-to-sport?from=home">
              {homeText.chooseSport}
            </Button>
          }
        >
          {homeText.homeEmpty}
        </EmptyState>
      )}
      {home.sections.map((section, index) => (
        <SportSection key={section.sport.id} section={section} savedIds={savedIds} isFirst={index === 0} />
      ))}
      {home.suggestedSports.length > 0 && (
        <section>
          <SectionHeading>{homeText.suggested}</SectionHeading>
          <Rail label={homeText.suggested}>
            {home.suggestedSports.map((sport) => {
              const badge = homeText.badges[sport.sportType];
              return (
                <SportCard
                  key={sport.id}
                  sport={sport.id}
                  name={sport.name}
                  href={sportHref(sport)}
                  badge={badge ? { text: badge } : undefined}
                />
              );
            })}
          </Rail>
          <p className="home__add">
            <Button size="m" variant="outline" href="/search-for-subscribe-to-sport?from=home">
              {homeText.addSport}
            </Button>
          </p>
        </section>
      )}
    </>
  );
}

function SportSection({
  section: { sport, contents },
  savedIds,
  isFirst,
}: {
  section: Section;
  savedIds: ReadonlySet<string>;
  isFirst: boolean;
}) {
  const [first, ...rest] = contents;
  return (
    <section>
      <SectionHeading href={sportHref(sport)}>{sport.name}</SectionHeading>
      {!first && <p className="home__empty">{commonText.noContent}</p>}
      {first && <FirstTile item={first} isSaved={savedIds.has(first.id)} eager={isFirst} />}
      {rest.length > 0 && (
        <div className="home__rail">
          <Rail label={sport.name}>
            {rest.map((item) => (
              <ListedTile key={item.id} item={item} isSaved={savedIds.has(item.id)} />
            ))}
          </Rail>
        </div>
      )}
    </section>
  );
}

function FirstTile({ item, isSaved, eager }: { item: Section['contents'][number]; isSaved: boolean; eager: boolean }) {
  const nowMs = useNow();
  const isOnline = useOnline();
  const isLocked = useIsLocked(item);
  return (
    <HeroTile
      id={item.id}
      title={item.title}
      href={watchAddress(item)}
      sport={item.sportId}
      coverSrc={item.coverImage}
      kind={item.content.type}
      length={formatLength(item.content)}
      memberOnly={isLocked}
      meta={item.channel.name}
      unavailable={!isOnline && !isSaved}
      eager={eager}
      flag={(serverNowMs() ?? nowMs) - Date.parse(item.publishedAt) < NEW_MS ? homeText.newToday : undefined}
    />
  );
}
