import type { ChannelPage } from '#contract/channels.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { ChannelCard } from '#ui/tiles/channel-card.tsx';
import { FollowButton } from './follow-button.tsx';

export interface FollowableChannelsProps {
  /** Accessible name of the list. */
  label: string;
  channels: readonly ChannelPage[];
  /** Shows each channel's sport; not needed if all channels have the same. */
  showSport?: boolean;
}

/** Other people's channels as cards, each with its follow button. */
export function FollowableChannels({ label, channels, showSport = false }: FollowableChannelsProps) {
  return (
    <ul className="stack" aria-label={label}>
      {channels.map((channel) => (
        <li key={channel.id}>
          <ChannelCard
            id={channel.id}
            name={channel.name}
            level={2}
            sport={channel.sportId}
            facts={[
              ...(showSport ? [channel.sportName] : []),
              channel.educatorName,
              channelText.followers(channel.followers),
            ]}
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
