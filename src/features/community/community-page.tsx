import { useNavigate } from '@tanstack/react-router';
import { listFollowed, listRecommended, type ChannelPage } from '#contract/channels.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { communityText } from '#contract/text/community.ts';
import { Button } from '#ui/button.tsx';
import { ChannelCard } from '#ui/channel-card.tsx';
import { ChipFilter } from '#ui/chip-row.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RootAppBar } from '#ui/app-bar.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { FollowButton, useFollowedIds } from '#app/lists/follow-button.tsx';
import { usePageTitle } from '#app/navigation/title.ts';
import { useLive } from '#app/data/use-live.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useUnread } from '#app/data/use-unread.ts';
import './community.css';

export type CommunityTab = 'recommended' | 'following';
const ALL = 'all';

/** Channels to follow and channels followed, by sport. Source: EXP-005…EXP-007. */
export function CommunityPage({ tab, sport }: { tab: CommunityTab; sport: string | undefined }) {
  usePageTitle(communityText.community);
  const navigate = useNavigate();
  const sports = useLive((db) => db.subscriptions.toArray(), []) ?? [];
  const go = (next: { tab?: CommunityTab; sport?: string | undefined }) =>
    void navigate({ to: '/community', search: { tab, sport, ...next }, replace: true });
  const { answered, end } = usePagedAnswer(
    tab === 'recommended' ? listRecommended : listFollowed,
    sport ?? ALL,
    (page) => ({ ...(sport && { sport }), ...(page > 0 && { page: page + 1 }) }),
  );
  return (
    <>
      <RootAppBar title={communityText.community} notificationsHref="/notifications" unread={useUnread()} />
      <main className="page">
        <Tabs
          label={communityText.community}
          group="community"
          selected={tab}
          onSelect={(next) => go({ tab: next })}
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
              onChange={([next]) => go({ sport: next === ALL ? undefined : next })}
              options={[
                { value: ALL, label: communityText.allSports },
                ...sports.map((row) => ({ value: row.sportId, label: row.sportName })),
              ]}
            />
          )}
          <AnswerView answered={answered} shape="card">
            {(list) => (
              <>
                <ChannelList tab={tab} channels={list.results} onRecommended={() => go({ tab: 'recommended' })} />
                <div ref={end} />
              </>
            )}
          </AnswerView>
        </TabPanel>
      </main>
    </>
  );
}

/** A channel followed or left a moment ago, also offline, moves at once. */
function ChannelList({
  tab,
  channels,
  onRecommended,
}: {
  tab: CommunityTab;
  channels: ChannelPage[];
  onRecommended: () => void;
}) {
  const followed = useFollowedIds();
  const shown = tab === 'following' ? channels.filter((channel) => followed.has(channel.id)) : channels;
  if (shown.length === 0) {
    return tab === 'following' ? (
      <EmptyState
        drawing="quiet"
        title={communityText.noFollowing}
        action={
          <Button size="m" onClick={onRecommended}>
            {communityText.goRecommended}
          </Button>
        }
      />
    ) : (
      <EmptyState drawing="quiet" title={communityText.noRecommended} />
    );
  }
  return (
    <ul className="stack" aria-label={communityText.community}>
      {shown.map((channel) => (
        <li key={channel.id}>
          <ChannelCard
            id={channel.id}
            name={channel.name}
            sport={channel.sportId}
            facts={[channel.sportName, channel.educatorName, channelText.followers(channel.followers)]}
            rating={channel.totalRating}
            coverSrc={channel.coverImage}
            logoSrc={channel.logoImage}
            href={`/channels/${channel.id}`}
            action={<FollowButton channelId={channel.id} name={channel.name} />}
          />
        </li>
      ))}
    </ul>
  );
}
