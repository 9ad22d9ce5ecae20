import { useEffect, useMemo, useRef } from 'react';
import { readOwnCaptions, readPublishedCaptions, type Captions, type OwnCaptions } from '#contract/captions.ts';
import {
  moveChapters,
  moveCues,
  sortChapters,
  sortCues,
  type Chapter,
  type Cue,
  type KeptPart,
} from '#contract/captions-cues.ts';
import { toVtt } from '#contract/captions-file.ts';
import type { WatchDetail } from '#contract/channels.ts';
import type { AccountDatabase, OutboxEntry } from '#store/database.ts';
import { readShown } from '#store/saved/shown.ts';
import { useAccount } from './account.ts';
import { useScope } from './me.ts';
import { useAnswer } from './use-answer.ts';
import { useLive } from './use-live.ts';

/** A change of captions or chapters that the server has not confirmed. */
export type WaitingCaptions = Pick<OutboxEntry, 'call' | 'input' | 'queuedAtMs'>;

/** The edits that a waiting change does not know of: the server moves its times by them. */
const unknownCuts = ({ input }: WaitingCaptions, cuts: readonly KeptPart[]): readonly KeptPart[] => {
  const known = input['cuts'] as number | undefined;
  return known === undefined ? [] : cuts.slice(known);
};

const changeTrack = (tracks: OwnCaptions['tracks'], change: WaitingCaptions, cuts: readonly KeptPart[]) => {
  const { call, input, queuedAtMs } = change;
  const { language } = input as { language: string };
  const had = tracks.find((track) => track.language === language);
  const others = tracks.filter((track) => track !== had);
  if (call === 'captions.delete') return others;
  const track = {
    language,
    cues: moveCues(sortCues((input as { cues: Cue[] }).cues), unknownCuts(change, cuts)),
    version: (had?.version ?? 0) + 1,
    savedAt: new Date(queuedAtMs).toISOString(),
    former: had?.cues ?? null,
  };
  return [...others, track].toSorted((a, b) => (a.language < b.language ? -1 : 1));
};

/** Captions as they will be when the waiting changes have been sent. */
const withWaiting = (captions: OwnCaptions, waiting: readonly WaitingCaptions[]): OwnCaptions => {
  let { tracks, chapters } = captions;
  const { cuts = [] } = captions;
  for (const change of waiting) {
    if (change.call === 'captions.saveChapters')
      chapters = moveChapters(
        sortChapters((change.input as { chapters: Chapter[] }).chapters),
        unknownCuts(change, cuts),
      );
    else tracks = changeTrack(tracks, change, cuts);
  }
  return { tracks, chapters, cuts };
};

/** The changes of the captions of a content that are not refused, in order. */
const readWaiting = (db: AccountDatabase, contentId: string): Promise<OutboxEntry[]> =>
  db.outbox
    .where('state')
    .anyOf('waiting', 'sent')
    .filter(({ call, input }) => call.startsWith('captions.') && input['id'] === contentId)
    .sortBy('order');

const NO_CAPTIONS: OwnCaptions = { tracks: [], chapters: [] };

/** Calls `reload` when a change has left the queue: the server's answer then includes it. */
const useReloadAfterSent = (waiting: number | undefined, reload: () => void): void => {
  const had = useRef(0);
  useEffect(() => {
    if (waiting === undefined) return;
    if (waiting < had.current) reload();
    had.current = waiting;
  }, [waiting, reload]);
};

export interface OwnCaptionsState {
  /** Undefined while it is read, and where neither the device nor the server could say. */
  captions: OwnCaptions | undefined;
  /** The server could not be asked, and the device has no former answer. */
  isUnknown: boolean;
}

/**
 * Captions and chapters of an own content, with the changes of this device that are not sent yet.
 *
 * @param isEnabled False if the server cannot have any yet: then there are only those of this device.
 */
export const useOwnCaptions = (contentId: string, isEnabled = true): OwnCaptionsState => {
  const scope = useScope();
  const { answer, error, reload } = useAnswer(readOwnCaptions, { id: contentId }, { scope, isEnabled });
  const waiting = useLive((db) => readWaiting(db, contentId), [contentId]);
  useReloadAfterSent(waiting?.length, reload);
  const isUnknown = answer === undefined && error !== undefined;
  const captions = useMemo(() => {
    if (!waiting || (isEnabled && !answer && !isUnknown)) return undefined;
    return withWaiting(answer ?? NO_CAPTIONS, waiting);
  }, [answer, waiting, isUnknown, isEnabled]);
  return { captions, isUnknown };
};

type Watched = Pick<WatchDetail, 'id' | 'contentId' | 'type' | 'locked' | 'isOwner'>;

/** How long an answer about somebody's captions is good, ms. */
const FRESH_MS = 60_000;

/** Captions and chapters of a published content: of the server, else those that were saved with it on this device. */
export const useWatchCaptions = ({ id, contentId, type, locked, isOwner }: Watched): Captions | undefined => {
  const isEnabled = !locked && type !== 'text';
  const { answer, reload } = useAnswer(readPublishedCaptions, { publishedId: id }, { freshMs: FRESH_MS, isEnabled });
  const saved = useLive(async (db) => (await readShown(db, id))?.captions, [id]);
  const waiting = useLive((db) => (isOwner ? readWaiting(db, contentId) : []), [contentId, isOwner]);
  useReloadAfterSent(waiting?.length, reload);
  return useMemo(() => {
    const known = answer ?? saved;
    if (!isEnabled || !known) return undefined;
    const tracks = known.tracks.map((track) => ({ ...track, version: 0, savedAt: '', former: null }));
    return waiting?.length ? withWaiting({ ...known, tracks }, waiting) : known;
  }, [answer, saved, waiting, isEnabled]);
};

/** The name of a language in the language of the page, e.g. "English". */
export const languageName = (language: string): string => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
};

const LANGUAGE_KEY = 'captions-language';

/** The language of captions that the person chose last on this device; null is none. */
export const useCaptionLanguage = (): string | null | undefined =>
  useLive(async (db) => ((await db.drafts.get(LANGUAGE_KEY))?.value as string | null | undefined) ?? null, []);

/** What the player needs to show captions and chapters. */
export const usePlayerCaptions = (captions: Captions | undefined) => {
  const { db } = useAccount();
  return {
    captions: useMemo(
      () =>
        captions?.tracks.map(({ language, cues }) => ({ vtt: toVtt(cues), label: languageName(language), language })),
      [captions],
    ),
    captionLanguage: useCaptionLanguage(),
    onCaptionLanguage: (value: string | null) =>
      void db.drafts.put({ key: LANGUAGE_KEY, value, savedAtMs: Date.now() }),
    chaptersMs: captions?.chapters.map(({ startMs }) => startMs),
  };
};
