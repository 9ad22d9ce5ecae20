import { useNavigate } from '@tanstack/react-router';
import { communityText } from '#contract/text/community.ts';
import { listFollowed, listRecommended } from '#contract/channels.ts';
import { listSports } from '#contract/sports.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { TabPanel, Tabs } from '#ui/frame/tabs.tsx';
import { useFollowedIds } from '#app/lists/follow-button.tsx';
import { FollowableChannels } from '#app/lists/followable-channels.tsx';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import './community.css';

export type CommunityTab = 'recommended' | 'following';
const ALL = 'all';

/** How long the names of the sports count as recent, ms. Source: D-326. */
const SPORTS_FRESH_MS = 24 * 3_600_000;
/** How long the sports of the followed channels count as recent, ms. */
const FOLLOWED_FRESH_MS = 60_000;

/**
 * The sports that channels can be filtered by: those that the person subscribes to or has a role in, those of the followed
 * channels, and the chosen one. A sport on the waitlist has no community yet. Source: EXP-006.
 */
const useChips = (chosen: string | undefined): { value: string; label: string }[] => {
  const own = useOwnRows(async (db) => {
    const subscribed = await db.subscriptions.toArray();
    const named = await db.sportInterests.toArray();
    return [
      ...subscribed.filter(({ subscriptionType }) => subscriptionType !== 'expired'),
      ...named.filter(({ isActive, scope }) => isActive && scope.startsWith('user:')),
    ].filter(({ sportType }) => sportType !== 'WaitList');
  }, []);
  const { answer: followed } = useAnswer(listFollowed, {}, { freshMs: FOLLOWED_FRESH_MS });
  const { answer: all } = useAnswer(listSports, {}, { freshMs: SPORTS_FRESH_MS });
  const chips = new Map<string, string>();
  for (const { sportId, sportName } of [...(own ?? []), ...(followed?.results ?? [])]) chips.set(sportId, sportName);
  const missing = chosen && !chips.has(chosen) && all?.results.find(({ id }) => id === chosen);
  if (missing) chips.set(missing.id, missing.name);
  return [...chips].map(([value, label]) => ({ value, label }));
};

/** Channels to follow and channels followed, by sport. Source: EXP-005…EXP-007. */
export function CommunityPage({ tab, sport }: { tab: CommunityTab; sport: string | undefined }) {
  const navigate = useNavigate();
  const sports = useChips(sport);
  const go = (next: { tab: CommunityTab; sport: string | undefined }) =>
    void navigate({
      to: '/community',
      search: { tab: next.tab, ...(next.sport && { sport: next.sport }) },
      replace: true,
    });
  const followed = useFollowedIds();
  const paged = usePagedAnswer(tab === 'recommended' ? listRecommended : listFollowed, sport ?? ALL, (page) => ({
    ...(sport && { sport }),
    ...(page > 0 && { page: page + 1 }),
  }));
  return (
    <ListPage root title={communityText.community}>
      <Tabs
        label={communityText.community}
        group="community"
        selected={tab}
        onSelect={(next) => go({ tab: next, sport })}
        items={[
          { id: 'recommended', label: communityText.recommended },
          { id: 'following', label: communityText.following },
        ]}
      />
      <TabPanel group="community" id={tab} className="stack community__panel">
        {sports.length > 0 && (
          <ChipFilter
            label={communityText.allSports}
            single
            value={[sport ?? ALL]}
            onChange={([next]) => go({ tab, sport: next === ALL ? undefined : next })}
            options={[{ value: ALL, label: communityText.allSports }, ...sports]}
          />
        )}
        <AnswerList
          paged={paged}
          shape="card"
          // A channel that was just unfollowed, also offline, disappears at once.
          shows={tab === 'following' ? ({ id }) => followed.has(id) : undefined}
          empty={
            tab === 'following' ? (
              <EmptyState
                drawing="quiet"
                title={communityText.noFollowing}
                action={
                  <Button size="m" onClick={() => go({ tab: 'recommended', sport })}>
                    {communityText.goRecommended}
                  </Button>
                }
              />
            ) : (
              <EmptyState drawing="quiet" title={communityText.noRecommended} />
            )
          }
        >
          {(channels) => <FollowableChannels label={communityText.community} channels={channels} showSport />}
        </AnswerList>
      </TabPanel>
    </ListPage>
  );
}
