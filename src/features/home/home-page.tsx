import { readHome } from '#contract/home.ts';
import type { OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import { homeText } from '#contract/text/home.ts';
import { serverNowMs } from '#store/server-time.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HeroTile } from '#ui/hero-tile.tsx';
import { LaneBar } from '#ui/lane-bar.tsx';
import { Rail } from '#ui/rail.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SportCard } from '#ui/sport-card.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { RootBar } from '#app/frame/root-bar.tsx';
import { formatLength } from '#app/format/format.ts';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { watchAddress } from '#app/navigation/watch-address.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useNow } from '#app/format/use-now.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
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
  return (
    <>
      <RootBar title={homeText.home} brand />
      <main className="page">
        <AnswerView answered={answered} shape="tile">
          {(home) => <HomeSections home={home} />}
        </AnswerView>
      </main>
    </>
  );
}

function HomeSections({ home }: { home: Home }) {
  const savedIds = useSavedIds();
  return (
    <>
      {home.completeness < 100 && (
        <section className="board on-board home__completeness">
          <p>{homeText.profileComplete(home.completeness)}</p>
          <LaneBar label={homeText.completeness} kind="meter" value={home.completeness} />
        </section>
      )}
      {home.sections.length === 0 && (
        <EmptyState
          drawing="quiet"
          title={homeText.homeEmptyTitle}
          action={
            <Button size="m" href="/learner/choose-your-sport">
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
          <p>
            <Button size="m" variant="outline" href="/learner/choose-your-sport">
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
  const nowMs = useNow();
  const isOnline = useOnline();
  return (
    <section>
      <SectionHeading href={sportHref(sport)}>{sport.name}</SectionHeading>
      {!first && <p className="home__empty">{commonText.noContent}</p>}
      {first && (
        <HeroTile
          id={first.id}
          title={first.title}
          href={watchAddress(first)}
          sport={sport.id}
          coverSrc={first.coverImage}
          kind={first.content.type}
          length={formatLength(first.content)}
          memberOnly={first.pricingCategory === 'member_only'}
          meta={first.channel.name}
          unavailable={!isOnline && !savedIds.has(first.id) && first.content.type !== 'text'}
          eager={isFirst}
          flag={(serverNowMs() ?? nowMs) - Date.parse(first.publishedAt) < NEW_MS ? homeText.newToday : undefined}
        />
      )}
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
