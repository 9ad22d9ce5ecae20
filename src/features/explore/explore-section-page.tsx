import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { OutputOf } from '#contract/call.ts';
import { readExplore, type ExploreItem, type ExploreSection, type ExploreSort } from '#contract/explore.ts';
import { EXPLORE_FRESH_MS } from '#contract/limits.ts';
import { exploreText } from '#contract/text/explore.ts';
import { ChannelCard } from '#ui/tiles/channel-card.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { SortIcon } from '#ui/icons.ts';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { Note } from '#ui/states/note.tsx';
import { PlaylistRow } from '#ui/tiles/playlist-row.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { FollowButton } from '#app/lists/follow-button.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { exploreHref, explorePart, type ExplorePricing } from './explore-part.ts';
import './explore.css';

const PRICES = ['all', 'free', 'member_only'] as const;
const SORTS = ['newest', 'oldest'] as const;

export interface ExploreSectionPageProps {
  section: ExploreSection;
  pricing: ExplorePricing;
  sort: ExploreSort;
}

/** All channels and playlists of a section of Explore, by price; New can be sorted. Source: EXP-009…EXP-012. */
export function ExploreSectionPage({ section, pricing, sort }: ExploreSectionPageProps) {
  const navigate = useNavigate();
  const paged = usePagedAnswer(
    readExplore,
    JSON.stringify([section, pricing, sort]),
    explorePart(section, pricing, sort),
    undefined,
    EXPLORE_FRESH_MS,
  );
  const { answered, isHeld } = useHeld(paged.answered, section, pricing, sort);
  const go = (next: { pricing?: ExplorePricing; sort?: ExploreSort }) =>
    void navigate({
      to: '/explore-section/$section',
      params: { section },
      search: { pricing, sort, ...next },
      replace: true,
    });
  const title = exploreText.sections[section];
  return (
    <ListPage title={title}>
      <div className="stack">
        <ChipRow label={exploreText.filterAndSort}>
          {PRICES.map((price) => (
            <Chip key={price} pressed={price === pricing} onClick={() => go({ pricing: price })}>
              {exploreText.pricing[price]}
            </Chip>
          ))}
          {section === 'new' && <Sort sort={sort} onChoose={(chosen) => go({ sort: chosen })} />}
        </ChipRow>
        {isHeld && <Note>{exploreText.held}</Note>}
        <AnswerList
          paged={{ ...paged, answered }}
          shape="card"
          empty={<EmptyState drawing="quiet" title={exploreText.empty} />}
        >
          {(items) => (
            <ul className="stack explore__list" aria-label={title}>
              {items.map((item) =>
                item.kind === 'channel' ? (
                  <li key={item.id}>
                    <Channel item={item} />
                  </li>
                ) : (
                  <Playlist key={item.id} item={item} />
                ),
              )}
            </ul>
          )}
        </AnswerList>
      </div>
    </ListPage>
  );
}

/**
 * What the device holds for a list that it has not read and cannot read now: the rows of the section at all prices whose
 * newest content has the price, in the order asked for. Source: D-358.
 */
const useHeld = (
  asked: Answered<typeof readExplore>,
  section: ExploreSection,
  pricing: ExplorePricing,
  sort: ExploreSort,
): { answered: Answered<typeof readExplore>; isHeld: boolean } => {
  const whole = useAnswer(readExplore, explorePart(section)(0), { isEnabled: false });
  const cannotRead = asked.answer === undefined && asked.error !== undefined && asked.error.reach !== 'online';
  const fitting = whole.answer?.results.filter(
    ({ contentData }) => pricing === 'all' || contentData.pricingCategory === pricing,
  );
  if (!cannotRead || !fitting?.length) return { answered: asked, isHeld: false };
  const results = sort === 'oldest' ? fitting.toReversed() : fitting;
  const answer = { count: results.length, results } as OutputOf<typeof readExplore>;
  return { answered: { ...asked, answer, fetchedAtMs: whole.fetchedAtMs }, isHeld: true };
};

function Sort({ sort, onChoose }: { sort: ExploreSort; onChoose: (sort: ExploreSort) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chip icon={<SortIcon />} opens="dialog" onClick={() => setOpen(true)}>
        {exploreText.showOnTop(exploreText.sorts[sort])}
      </Chip>
      <LazySheet open={isOpen} onClose={() => setOpen(false)} title={exploreText.sort}>
        <RadioGroup label={exploreText.sort} hideLabel>
          {SORTS.map((each) => (
            <RadioRow
              key={each}
              name="sort"
              label={exploreText.sorts[each]}
              checked={each === sort}
              onChange={() => {
                onChoose(each);
                setOpen(false);
              }}
            />
          ))}
        </RadioGroup>
      </LazySheet>
    </>
  );
}

function Channel({ item }: { item: ExploreItem }) {
  return (
    <ChannelCard
      id={item.id}
      name={item.title}
      level={2}
      sport={item.sportId}
      facts={[item.sportName, item.channelData.educatorName, exploreText.items(item.itemCount)]}
      rating={item.avgTotal}
      coverSrc={item.coverImage}
      logoSrc={item.channelData.logoImage}
      href={exploreHref(item)}
      action={<FollowButton channelId={item.id} name={item.title} />}
    />
  );
}

function Playlist({ item }: { item: ExploreItem }) {
  return (
    <PlaylistRow
      id={item.id}
      title={item.title}
      count={exploreText.items(item.itemCount)}
      sport={item.sportId}
      coverSrc={item.coverImage}
      href={exploreHref(item)}
      meta={
        <Facts
          facts={[
            exploreText.playlist,
            item.channelData.name,
            item.sportName,
            item.avgTotal !== null && <RatingMark key="rating" value={item.avgTotal} />,
          ]}
        />
      }
    />
  );
}
