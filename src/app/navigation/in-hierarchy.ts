import type { Channel } from '#contract/rows.ts';
import type * as v from 'valibot';

type ChannelRow = v.InferOutput<typeof Channel>;

/** Channels with each subchannel behind its parent. Source: D-126. */
export const inHierarchy = (channels: readonly ChannelRow[]): ChannelRow[] => {
  const ids = new Set(channels.map(({ id }) => id));
  const below = (parent: string | null): ChannelRow[] =>
    channels
      .filter(
        (channel) =>
          (channel.parentChannel && ids.has(channel.parentChannel) ? channel.parentChannel : null) === parent,
      )
      .toSorted((a, b) => a.position - b.position)
      .flatMap((channel) => [channel, ...below(channel.id)]);
  return below(null);
};
