import type { Channel } from '#contract/rows.ts';

/** Sorts channels by position, each subchannel after its parent. Source: D-126. */
export const inHierarchy = <C extends Channel>(channels: readonly C[]): C[] => {
  const ids = new Set(channels.map(({ id }) => id));
  const below = (parent: string | null): C[] =>
    channels
      .filter(
        (channel) =>
          (channel.parentChannel && ids.has(channel.parentChannel) ? channel.parentChannel : null) === parent,
      )
      .toSorted((a, b) => a.position - b.position)
      .flatMap((channel) => [channel, ...below(channel.id)]);
  return below(null);
};
