import type { Channel } from '#contract/rows.ts';

/** Sorts channels by position, each subchannel after its parent. Source: D-126. */
export const inHierarchy = (channels: readonly Channel[]): Channel[] => {
  const ids = new Set(channels.map(({ id }) => id));
  const below = (parent: string | null): Channel[] =>
    channels
      .filter(
        (channel) =>
          (channel.parentChannel && ids.has(channel.parentChannel) ? channel.parentChannel : null) === parent,
      )
      .toSorted((a, b) => a.position - b.position)
      .flatMap((channel) => [channel, ...below(channel.id)]);
  return below(null);
};
