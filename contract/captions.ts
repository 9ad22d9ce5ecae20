import * as v from 'valibot';
import { defineCall } from './call.ts';
import {
  CAPTION_LANGUAGES_MAX,
  CHAPTERS_MAX,
  CHAPTER_TITLE_MAX,
  CUES_MAX,
  CUES_MAX_BYTES,
  CUE_TEXT_MAX,
  POSITION_MAX_MS,
  cuesBytes,
} from './captions-cues.ts';
import { Id } from './ids.ts';
import { all, canWatch, owns } from './may.ts';
import { Instant, ShownText, integer, text } from './patterns.ts';

const Position = integer(0, POSITION_MAX_MS);

/** A BCP 47 tag, e.g. `en` or `pt-BR`. */
export const Language = v.pipe(v.string(), v.maxLength(20), v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/));

const CueInput = v.pipe(
  v.object({
    startMs: Position,
    endMs: Position,
    text: v.pipe(
      ShownText,
      v.trim(),
      v.nonEmpty('Required'),
      v.maxLength(CUE_TEXT_MAX, `must be less than ${CUE_TEXT_MAX}`),
    ),
  }),
  v.check(({ startMs, endMs }) => startMs < endMs, 'A caption ends after it starts.'),
);
const CuesInput = v.pipe(
  v.array(CueInput),
  v.minLength(1),
  v.maxLength(CUES_MAX),
  v.check((cues) => cuesBytes(cues) <= CUES_MAX_BYTES, 'These captions are too long.'),
);

const Cues = v.array(v.object({ startMs: v.number(), endMs: v.number(), text: v.string() }));
const Chapters = v.array(v.object({ startMs: v.number(), title: v.string() }));

/** Captions of one language as people see them. */
export const Track = v.object({ language: v.string(), cues: Cues });
export type Track = v.InferOutput<typeof Track>;
/** Captions and chapters as people see them. */
export const Captions = v.object({ tracks: v.array(Track), chapters: Chapters });
export type Captions = v.InferOutput<typeof Captions>;

/** The same as their owner edits them. */
export const OwnCaptions = v.object({
  tracks: v.array(
    v.object({
      ...Track.entries,
      /** 1 for the first save of a language, and one more with each. */
      version: v.number(),
      savedAt: Instant,
      /** The cues before the last save; null after the first one. */
      former: v.nullable(Cues),
    }),
  ),
  chapters: Chapters,
  /** What each finished edit of the video has kept, in order. Servers before 1.4 never send it. */
  cuts: v.optional(v.array(v.object({ startMs: v.number(), endMs: v.number() }))),
});
export type OwnCaptions = v.InferOutput<typeof OwnCaptions>;

/**
 * How many of the finished edits the times are after: the server moves them by those that follow, which the device did not
 * know of. Absent: they are those of the video as it is.
 */
const Cuts = v.optional(integer(0, 100_000));

const own = all('creator', owns('content', 'id'));

export const readOwnCaptions = defineCall({
  id: 'captions.read',
  method: 'GET',
  path: '/library/contents/{id}/captions',
  may: own,
  input: v.object({ id: Id }),
  output: OwnCaptions,
  problems: [],
  offline: 'cache',
  summary: 'Captions and chapters of an own content',
});
export const readPublishedCaptions = defineCall({
  id: 'captions.readPublished',
  method: 'GET',
  path: '/published-contents/{publishedId}/captions',
  may: all('registered', canWatch('publishedId')),
  input: v.object({ publishedId: Id }),
  output: Captions,
  problems: [],
  offline: 'cache',
  summary: 'Captions and chapters of a published content, for who may watch it',
});
export const findCaptions = defineCall({
  id: 'captions.find',
  method: 'GET',
  path: '/library/captions',
  may: 'creator',
  input: v.object({ search: text(0, 255) }),
  output: v.object({ contentIds: v.array(Id) }),
  problems: [],
  offline: 'online',
  summary: 'Contents in whose captions of one language all words of the search occur; at most 1,000',
});
export const saveCaptions = defineCall({
  id: 'captions.save',
  method: 'PUT',
  path: '/library/contents/{id}/captions/{language}',
  may: own,
  input: v.object({ id: Id, language: Language, cues: CuesInput, cuts: Cuts }),
  output: OwnCaptions,
  problems: ['captions.too_many_languages', 'captions.out_of_room', 'captions.not_possible'],
  offline: 'queue',
  queued: {
    label: { named: 'Save the captions of {name}', unnamed: 'Save captions' },
    shownAt: 'contents',
    rows: { changes: [], names: [{ table: 'contents', by: 'id' }] },
    withoutEffect: 'They are no rows: src/app/data/captions.ts shows waiting changes over the kept answer.',
  },
  summary: `Replaces the captions of one language, at most ${CAPTION_LANGUAGES_MAX} of a content; the former ones are kept once`,
});
export const deleteCaptions = defineCall({
  id: 'captions.delete',
  method: 'DELETE',
  path: '/library/contents/{id}/captions/{language}',
  may: own,
  input: v.object({ id: Id, language: Language }),
  output: OwnCaptions,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Delete captions of {name}', unnamed: 'Delete captions' },
    shownAt: 'contents',
    rows: { changes: [], names: [{ table: 'contents', by: 'id' }] },
    withoutEffect: 'They are no rows: src/app/data/captions.ts shows waiting changes over the kept answer.',
  },
  summary: 'Deletes the captions of one language',
});
export const saveChapters = defineCall({
  id: 'captions.saveChapters',
  method: 'PUT',
  path: '/library/contents/{id}/chapters',
  may: own,
  input: v.object({
    id: Id,
    chapters: v.pipe(
      v.array(v.object({ startMs: Position, title: text(1, CHAPTER_TITLE_MAX) })),
      v.maxLength(CHAPTERS_MAX),
    ),
    cuts: Cuts,
  }),
  output: OwnCaptions,
  problems: ['captions.not_possible'],
  offline: 'queue',
  queued: {
    label: { named: 'Save the chapters of {name}', unnamed: 'Save chapters' },
    shownAt: 'contents',
    rows: { changes: [], names: [{ table: 'contents', by: 'id' }] },
    withoutEffect: 'They are no rows: src/app/data/captions.ts shows waiting changes over the kept answer.',
  },
  summary: 'Replaces the chapters of a content; none deletes them',
});
