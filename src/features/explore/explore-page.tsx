import type { OutputOf } from '#contract/call.ts';
import { readExplore, type ExploreItem, type ExploreSection } from '#contract/explore.ts';
import { EXPLORE_FRESH_MS } from '#contract/limits.ts';
import { exploreText } from '#contract/text/explore.ts';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { HeroTile } from '#ui/tiles/hero-tile.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Rail } from '#ui/lists/rail.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { exploreHref, explorePart } from './explore-part.ts';

/** Items of a section on Explore; "See all" opens the others. */
const SHOWN = { featured: 6, highest_rated: 5, new: 8 };
const FRESH = { freshMs: EXPLORE_FRESH_MS };

const useSection = (section: ExploreSection) => useAnswer(readExplore, explorePart(section)(0), FRESH);

/** Featured, highest rated and new channels and playlists. Source: EXP-008, EXP-013. */
export function ExplorePage() {
  const sections = [useSection('featured'), useSection('highest_rated'), useSection('new')] as const;
  const [featured, rated, fresh] = sections.map(({ answer }) => answer?.results ?? []);
  return (
    <ListPage root title={exploreText.explore}>
      <AnswerView answered={together(sections)} shape="tile">
        {() =>
          sections.every(({ answer }) => !answer?.results.length) ? (
            <EmptyState drawing="quiet" title={exploreText.empty} />
          ) : (
            <>
              <Featured items={featured!} />
              <HighestRated items={rated!} />
              <New items={fresh!} />
            </>
          )
        }
      </AnswerView>
    </ListPage>
  );
}

/** The sections as one answer: its age is that of the oldest, and a failure of one shows beside the others. */
const together = (sections: readonly Answered<typeof readExplore>[]): Answered<typeof readExplore> => {
  const results = sections.flatMap(({ answer }) => answer?.results ?? []);
  const isHere = sections.some(({ answer }) => answer !== undefined);
  const ages = sections.flatMap(({ fetchedAtMs }) => fetchedAtMs ?? []);
  return {
    answer: isHere ? ({ count: results.length, results } as OutputOf<typeof readExplore>) : undefined,
    fetchedAtMs: ages.length > 0 ? Math.min(...ages) : undefined,
    isLoading: sections.some(({ isLoading }) => isLoading),
    error: sections.find(({ error }) => error)?.error,
    reload: () => sections.forEach(({ reload }) => reload()),
  };
};

function Heading({ section }: { section: ExploreSection }) {
  return <SectionHeading href={`/explore-section/${section}`}>{exploreText.sections[section]}</SectionHeading>;
}

function Featured({ items }: { items: readonly ExploreItem[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <Heading section="featured" />
      <Rail label={exploreText.sections.featured} size="l">
        {items.slice(0, SHOWN.featured).map((item, index) => (
          <HeroTile
            key={item.id}
            id={item.id}
            title={item.title}
            href={exploreHref(item)}
            sport={item.sportId}
            coverSrc={item.coverImage}
            badge={exploreText[item.kind]}
            eager={index === 0}
            meta={<Facts facts={[ownerOf(item), item.sportName]} />}
          />
        ))}
      </Rail>
    </section>
  );
}

/** Who is behind it: the Creator of a channel, the channel of a playlist. */
const ownerOf = ({ kind, channelData }: ExploreItem): string =>
  kind === 'channel' ? channelData.educatorName : channelData.name;

function HighestRated({ items }: { items: readonly ExploreItem[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <Heading section="highest_rated" />
      <RowList label={exploreText.sections.highest_rated}>
        {items.slice(0, SHOWN.highest_rated).map((item) => (
          <ListRow
            key={item.id}
            href={exploreHref(item)}
            leading={
              <ChannelLogo src={item.channelData.logoImage} id={item.channelData.id} name={item.channelData.name} />
            }
            title={item.title}
            text={<Facts facts={[item.sportName, ownerOf(item), item.kind === 'playlist' && exploreText.playlist]} />}
            trailing={item.avgTotal !== null && <RatingMark value={item.avgTotal} />}
          />
        ))}
      </RowList>
    </section>
  );
}

/** The newest contents: a playlist's may be its channel's too, and is shown once. */
function New({ items }: { items: readonly ExploreItem[] }) {
  const saved = useSavedIds();
  const contents = [...new Map(items.map(({ contentData }) => [contentData.id, contentData])).values()];
  if (contents.length === 0) return null;
  return (
    <section>
      <Heading section="new" />
      <TileGrid label={exploreText.sections.new}>
        {contents.slice(0, SHOWN.new).map((content) => (
          <ListedTile key={content.id} item={content} isSaved={saved.has(content.id)} />
        ))}
      </TileGrid>
    </section>
  );
}
