import type { InputOf } from '#contract/call.ts';
import { updateCover, updatePublication } from '#contract/publications.ts';
import type { Publication } from '#contract/rows.ts';
import {
  coverFiles,
  draftOfPublication,
  type CoverChoice,
  type PublishableContent,
  type PublishDraft,
} from './publish-plan.ts';
import { instantOf, localOf } from './schedule.ts';

/** The form of a publication with the values that it started with: only what differs from them is sent. Source: D-362. */
export interface EditDraft extends PublishDraft {
  before: PublishDraft;
}

type UpdateInput = InputOf<typeof updatePublication>;

export const editDraft = (
  publication: Publication,
  content: PublishableContent,
  pendingCover: CoverChoice | undefined,
): EditDraft => {
  const row = draftOfPublication(publication, content);
  const before = { ...row, step: 'tags' as const, cover: pendingCover ?? row.cover };
  return { ...before, before };
};

/** A draft as it was stored. */
export const readStoredEdit = (stored: unknown): EditDraft => stored as EditDraft;

/** The cover of a change's input; undefined if it has none. */
export const coverOfInput = (input: Record<string, unknown>): CoverChoice | undefined => {
  const { cover_image, origin_cover_image, coverBackground } = input as Partial<UpdateInput>;
  return cover_image
    ? { ref: cover_image, originRef: origin_cover_image ?? null, colour: coverBackground ?? null }
    : undefined;
};

/** The form with the input of a refused change, so that it can be mended. */
export const withRefused = (draft: EditDraft, input: Record<string, unknown>): EditDraft => {
  const {
    title,
    description,
    custom_tags,
    pricingCategory,
    playlistId,
    tagProfileId,
    tagsProfileItemsList,
    publishAt,
  } = input as Partial<UpdateInput>;
  return {
    ...draft,
    title: title ?? draft.title,
    description: description ?? draft.description,
    customTags: custom_tags?.split(' ').filter(Boolean) ?? draft.customTags,
    pricing: pricingCategory ?? draft.pricing,
    playlistId: playlistId === undefined ? draft.playlistId : playlistId,
    tagProfileId: tagProfileId === undefined ? draft.tagProfileId : tagProfileId,
    tagItemIds: tagsProfileItemsList ?? draft.tagItemIds,
    publishAt: publishAt ? localOf(publishAt) : publishAt === null ? null : draft.publishAt,
    cover: coverOfInput(input) ?? draft.cover,
  };
};

/** The fields of the update call without the cover: each as the call names it. */
const wordsOf = (draft: PublishDraft) => ({
  title: draft.title.trim(),
  description: draft.description.trim(),
  custom_tags: draft.customTags.join(' '),
  pricingCategory: draft.pricing,
  playlistId: draft.playlistId,
  tagProfileId: draft.tagProfileId,
  tagsProfileItemsList: draft.tagItemIds,
  publishAt: draft.publishAt ? instantOf(draft.publishAt) : null,
});

/**
 * What Save sends: the cover's own call if only the cover changed, else the update with the changed fields.
 *
 * @returns Undefined if nothing changed. Source: PUB-027, PUB-054, PUB-055.
 */
export const changeOf = (publishedId: string, { before, ...draft }: EditDraft) => {
  const former = wordsOf(before);
  const words = Object.fromEntries(
    Object.entries(wordsOf(draft)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(former[name as keyof typeof former]),
    ),
  ) as Partial<ReturnType<typeof wordsOf>>;
  const { cover } = draft;
  const isNewCover = cover !== null && cover.ref !== before.cover?.ref;
  const coverInput = isNewCover && {
    cover_image: cover.ref,
    origin_cover_image: cover.originRef,
    coverBackground: cover.colour,
  };
  const files = isNewCover ? coverFiles(cover) : [];
  if (Object.keys(words).length > 0)
    return { call: updatePublication, input: { publishedId, ...words, ...coverInput }, files };
  return coverInput ? { call: updateCover, input: { publishedId, ...coverInput }, files } : undefined;
};
