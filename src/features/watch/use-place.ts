import { useEffect, useRef, useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { keepPlace } from '#contract/watch-places.ts';
import { supersede } from '#store/outbox/supersede.ts';
import { trueNowMs } from '#store/server-time.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useAccount } from '#app/data/account.ts';
import { useDropAt } from '#app/navigation/watch-navigation.ts';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { resumeAt } from './watch-rules.ts';

/** Stops closer than this to the one before are the same one, ms. */
const SAME_PLACE_MS = 1000;

/** Where a visit that did not end properly was last, e.g. because the battery was empty. */
const draftKey = (id: string): string => `place:${id}`;

/** The later one of the place of any device and of what this device noted since. */
const readPlace = async (db: AccountDatabase, id: string): Promise<number> => {
  const [place, draft] = await Promise.all([db.watchPlaces.get(id), db.drafts.get(draftKey(id))]);
  if (!draft) return place?.positionMs ?? 0;
  return place && Date.parse(place.watchedAt) >= draft.savedAtMs ? place.positionMs : Number(draft.value);
};

/** The time of the address, ms; undefined if there is none in the medium. */
const withinMedium = (at: number | undefined, durationMs: number | null): number | undefined =>
  at === undefined || at * 1000 >= (durationMs ?? Number.POSITIVE_INFINITY) ? undefined : at * 1000;

/**
 * Where the person stopped, on whatever device. Read once, so that another device that plays the same does not move this player.
 * While it plays the position is noted on this device only; each stop is a change for all devices. Source: decision 0076.
 *
 * @param at A time of the address, s, which counts once: it is where the person is from then on. Source: decision 0124.
 */
export const usePlace = ({ id, durationInMilliseconds }: WatchDetail, at: number | undefined) => {
  const { db } = useAccount();
  const act = useAct();
  const me = useMe();
  const [startAtMs, setStartAtMs] = useState<number>();
  const keptMs = useRef<number>(undefined);
  const [wantedMs] = useState(() => withinMedium(at, durationInMilliseconds));
  const dropAt = useDropAt();
  useEffect(() => {
    let isGone = false;
    const start = () => {
      if (isGone) return;
      setStartAtMs(wantedMs);
      dropAt();
    };
    // Noted first: a reload finds the address without the time. A device that is full plays all the same.
    if (wantedMs !== undefined)
      void db.drafts.put({ key: draftKey(id), value: wantedMs, savedAtMs: trueNowMs() }).then(start, start);
    else
      void readPlace(db, id).then((stoppedAtMs) => {
        if (isGone) return;
        const fromMs = resumeAt(stoppedAtMs, durationInMilliseconds);
        keptMs.current = fromMs;
        setStartAtMs(fromMs);
      });
    return () => {
      isGone = true;
    };
  }, [db, id, durationInMilliseconds, wantedMs, dropAt]);

  const keep = async (positionMs: number, isStop: boolean): Promise<void> => {
    const watchedAtMs = trueNowMs();
    if (!isStop || !me) {
      await db.drafts.put({ key: draftKey(id), value: positionMs, savedAtMs: watchedAtMs });
      return;
    }
    if (Math.abs(positionMs - (keptMs.current ?? -SAME_PLACE_MS)) >= SAME_PLACE_MS) {
      keptMs.current = positionMs;
      const watchedAt = new Date(watchedAtMs).toISOString();
      await act(keepPlace, { publishedContentId: id, positionMs, watchedAt }, { scope: me.scope });
      // Without a network one place waits, and not one for each stop.
      await supersede(db, keepPlace, 'publishedContentId', id);
    }
    // Not a note that was made meanwhile, e.g. by a seek.
    await db.drafts
      .where('key')
      .equals(draftKey(id))
      .filter(({ savedAtMs }) => savedAtMs <= watchedAtMs)
      .delete();
  };
  return { startAtMs, keep: (positionMs: number, isStop: boolean) => void keep(positionMs, isStop) };
};
