import { itemOfDetail } from '#contract/item-of-detail.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { readDetail } from '#contract/watch.ts';
import { BEGUN_MAX, isBegun, isListedPlace, listBegun } from '#contract/watch-places.ts';
import { readAnswer } from '#store/answers.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';

/** An item that was begun, and where the person stopped. */
export interface Begun {
  item: ContentListItem;
  positionMs: number;
}

const durationMs = ({ content }: ContentListItem): number | null =>
  content.duration === null ? null : content.duration * 1000;

const readBegun = async (db: AccountDatabase): Promise<Begun[]> => {
  const places = await db.watchPlaces.toArray();
  if (places.length === 0) return [];
  const answer = (await readAnswer(db, listBegun, {}))?.answer;
  const known = new Map(answer?.results.map((item) => [item.id, item]));
  const closed = new Set(answer?.closed);
  const listed = places
    .filter((place) => isListedPlace(place) && !closed.has(place.id))
    .toSorted((a, b) => (a.watchedAt < b.watchedAt ? 1 : -1))
    .slice(0, BEGUN_MAX);
  const unknown = listed.filter(({ id }) => !known.has(id));
  const seen = await Promise.all(unknown.map(({ id }) => readAnswer(db, readDetail, { publishedId: id })));
  for (const cached of seen) if (cached) known.set(cached.answer.id, itemOfDetail(cached.answer));
  return listed.flatMap(({ id, positionMs }) => {
    const item = known.get(id);
    return item && !item.locked && isBegun(positionMs, durationMs(item)) ? [{ item, positionMs }] : [];
  });
};

/**
 * The items to continue with, latest first. What they are is the server's answer, which names those that may not be watched any
 * more; where the person stopped is this device's rows. An item that the answer does not have yet, e.g. begun offline, is shown as
 * the watch page showed it. One read of this device, so that the row is there when Home is first painted. Source: decision 0076.
 *
 * @returns Undefined while it is read.
 */
export const useBegun = (): Begun[] | undefined => {
  // oxlint-disable-next-line sideline/own-rows -- without places the server is not asked
  const hasPlaces = useLive(async (db) => (await db.watchPlaces.count()) > 0, []);
  useAnswer(listBegun, {}, { isEnabled: hasPlaces === true });
  return useLive(readBegun, []);
};
