import type { Publication } from '#contract/rows.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { useOwnRows } from './use-own-rows.ts';

/** The person's own publications of a channel by id, unsent changes included; empty on other people's channels. */
export const useOwnPublications = (channelId: string): ReadonlyMap<string, Publication> => {
  const rows = useOwnRows((db) => db.publications.where('channelId').equals(channelId).toArray(), [channelId]) ?? [];
  return new Map(rows.map((row) => [row.id, row]));
};

/** An item of an answer as its owner changed it on this device, which the server may not know yet. */
export const withOwnChanges = (item: ContentListItem, own: Publication | undefined): ContentListItem =>
  own
    ? {
        ...item,
        title: own.title,
        pricingCategory: own.pricingCategory,
        coverImage: own.coverImage ?? item.coverImage,
        coverBackground: own.coverBackground,
      }
    : item;
