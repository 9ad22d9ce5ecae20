import { placedAfter } from './placed-after.ts';
import type { Channel } from './rows.ts';

type Placed = Pick<Channel, 'id' | 'parentChannel' | 'position'>;

/**
 * Ids of the channels of one scope in their order, after one was put after another one of the same parent: `placedAfter` among
 * these. Channels of other parents keep their places.
 */
export const channelsPlacedAfter = (channels: readonly Placed[], id: string, afterId: string | null): string[] => {
  const order = channels.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const parent = order.find((channel) => channel.id === id)?.parentChannel;
  const siblings = order.filter(({ parentChannel }) => parentChannel === parent);
  const placed = placedAfter(
    siblings.map((channel) => channel.id),
    id,
    afterId,
  ).values();
  return order.map((channel) => (channel.parentChannel === parent ? placed.next().value! : channel.id));
};
