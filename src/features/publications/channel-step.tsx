import { publishText } from '#contract/text/publications.ts';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import type { Channel } from '#contract/rows.ts';
import type { StepProps } from './publish-plan.ts';

/** Own channels, or those of the organization with their levels. Source: PUB-021, PUB-022, D-125, D-126. */
export function ChannelStep({ draft, change, channels }: StepProps & { channels: readonly Channel[] }) {
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  // The playlist belongs to the old channel.
  const choose = (id: string) => change(id === draft.channelId ? {} : { channelId: id, playlistId: null });
  return (
    <RadioGroup label={publishText.steps.channel} hideLabel>
      {channels.map((channel) => (
        <div key={channel.id} className={`publish__level-${Math.min(channel.channelLevel, 2)}`}>
          <RadioRow
            name="channel"
            value={channel.id}
            label={channel.name}
            checked={draft.channelId === channel.id}
            onChange={() => choose(channel.id)}
            detail={[
              channel.sportName,
              channel.parentChannel && names.get(channel.parentChannel),
              !channel.active && publishText.unpublishedChannel,
            ]
              .filter(Boolean)
              .join(' · ')}
            leading={
              <ChannelLogo src={channel.logoImage} id={channel.id} name={channel.name} dimmed={!channel.active} />
            }
          />
        </div>
      ))}
    </RadioGroup>
  );
}
