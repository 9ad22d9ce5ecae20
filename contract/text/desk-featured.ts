import type { FeaturedOfDesk } from '../desk-featured.ts';
import { FEATURED_FOUND_MAX, FEATURED_MAX } from '../limits.ts';

const items = (count: number, price: string): string =>
  count === 1 ? `1 ${price} content` : `${count.toLocaleString('en-US')} ${price} contents`;

/** Words of the operator's page about what Explore shows first. Source: D-197, decision 0130. */
export const deskFeaturedText = {
  tab: 'Featured',
  title: 'Featured',
  help: `Explore shows these first, in this order, and fills the rest up with the highest rated. At most ${FEATURED_MAX}. Members see a change when they next open or refresh Explore, after a minute at most.`,
  list: 'What is featured',
  count: (count: number) => `${count} of ${FEATURED_MAX} featured`,
  none: 'Nothing is featured',
  noneHelp: 'Explore shows the highest rated only. Find a channel or a playlist below.',
  kinds: { channel: 'Channel', playlist: 'Playlist' } satisfies Record<FeaturedOfDesk['kind'], string>,
  /** What it has by price; nothing where nothing is published. */
  items: (free: number, memberOnly: number) =>
    [free > 0 && items(free, 'free'), memberOnly > 0 && items(memberOnly, 'Member-Only')].filter(Boolean).join(', '),
  inChannel: (channel: string) => `in ${channel}`,
  by: (creator: string, organization: string | null) => (organization ? `${creator}, ${organization}` : creator),

  because: {
    creator: 'Not shown: its Creator is suspended or has left.',
    channel: 'Not shown: the channel is hidden.',
    sport: 'Not shown: the sport is hidden.',
    contents: 'Not shown: nothing in it is published.',
  } satisfies Record<NonNullable<FeaturedOfDesk['hiddenBecause']>, string>,
  order: {
    changed: 'The new order is not saved yet.',
    save: 'Save the order',
    discard: 'Back to the saved order',
    title: 'Save the new order?',
    done: 'The order is saved.',
  },
  remove: {
    label: 'Take out',
    title: (title: string) => `Take ‘${title}’ out?`,
    help: 'It stays where it is published. Explore shows it no more among what is featured. Nobody is told.',
    done: (title: string) => `‘${title}’ is not featured any more.`,
  },
  add: {
    heading: 'Feature another one',
    search: 'Name, channel or Creator',
    results: 'Channels and playlists found',
    none: 'No channel or playlist that Explore shows has these words.',
    more: `These are the first ${FEATURED_FOUND_MAX}. Type more to find others.`,
    full: `There is room for ${FEATURED_MAX}. Take one out first.`,
    featured: 'Featured',
    label: 'Feature',
    /** Names it too, for who does not see the row. */
    labelOf: (title: string) => `Feature ${title}`,
    title: (title: string) => `Feature ‘${title}’?`,
    help: 'Explore shows it behind the others that are featured. Nobody is told.',
    done: (title: string) => `‘${title}’ is featured.`,
  },
} as const;
