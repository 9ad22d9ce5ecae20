import { useNavigate } from '@tanstack/react-router';
import { communityText } from '#contract/text/community.ts';
import { listFollowed, listRecommended } from '#contract/channels.ts';
import { Button } from '#ui/button.tsx';
import { ChipFilter } from '#ui/chip-row.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { useFollowedIds } from '#app/lists/follow-button.tsx';
import { FollowableChannels } from '#app/lists/followable-channels.tsx';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { useLive } from '#app/data/use-live.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import './community.css';

export type CommunityTab = 'recommended' | 'following';
const ALL = 'all';

/** Channels to follow and channels followed, by sport. Source: EXP-005…EXP-007. */
export function CommunityPage({ tab, sport }: { tab: CommunityTab; sport: string | undefined }) {
  const navigate = useNavigate();
  const sports = useLive((db) => db.subscriptions.toArray(), []) ?? [];
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
            options={[
              { value: ALL, label: communityText.allSports },
              ...sports.map((row) => ({ value: row.sportId, label: row.sportName })),
            ]}
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
