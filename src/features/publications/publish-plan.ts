import type { publish } from '#contract/publications.ts';
import type { InputOf } from '#contract/call.ts';
import { PUBLISHED_TITLE_MAX } from '#contract/limits.ts';
import type { Channel, LibraryContent, PricingCategory, Publication } from '#contract/rows.ts';

/** The wizard's steps in their order. Source: PUB-018, D-130. */
export const STEPS = ['channel', 'description', 'playlist', 'tutorial', 'tags', 'group'] as const;
export type Step = (typeof STEPS)[number];

/** A chosen cover: a picture on the server, or a file stored on this device under its hash. */
export interface CoverChoice {
  /** SHA-256 of the stored file, or the address of a picture. */
  ref: string;
  originRef: string | null;
  /** `#rrggbb`. */
  colour: string | null;
}

/** The wizard's input so far; stored on the device until it is published. */
export interface PublishDraft {
  step: Step;
  channelId: string | null;
  title: string;
  description: string;
  pricing: PricingCategory;
  cover: CoverChoice | null;
  playlistId: string | null;
  customTags: string[];
  tagProfileId: string | null;
  tagItemIds: string[];
}

/** Props of every step. */
export interface StepProps {
  draft: PublishDraft;
  change: (fields: Partial<PublishDraft>) => void;
  content: LibraryContent;
  channel: Channel | undefined;
}

const PICTURE = /^\/pictures\/[\w.-]{10,80}$/;
const asCover = (url: string | null): CoverChoice | null =>
  url && PICTURE.test(url) ? { ref: url, originRef: null, colour: null } : null;

/** The initial draft: the file's title, its own picture as cover, Member-Only. Source: D-129, PUB-041. */
export const freshDraft = (
  content: LibraryContent,
  channelId: string | null,
  step: Step = 'channel',
): PublishDraft => ({
  step,
  channelId,
  title: content.title.slice(0, PUBLISHED_TITLE_MAX),
  description: '',
  pricing: 'member_only',
  cover: asCover(content.thumbnail),
  playlistId: null,
  customTags: [],
  tagProfileId: null,
  tagItemIds: [],
});

/** A draft with the values of a removed publication. Source: D-134. */
export const previousDraft = (publication: Publication): PublishDraft => ({
  step: 'channel',
  channelId: publication.channelId,
  title: publication.title,
  description: publication.description,
  pricing: publication.pricingCategory,
  cover: asCover(publication.coverImage) && {
    ...asCover(publication.coverImage)!,
    colour: publication.coverBackground,
  },
  playlistId: publication.playlistId,
  customTags: publication.customTags,
  tagProfileId: publication.tagProfileId,
  tagItemIds: publication.tagsProfileItemsList,
});

type PublishInput = InputOf<typeof publish>;

/** A draft with the input of a refused publish. */
export const draftOfInput = (input: PublishInput): PublishDraft => ({
  step: 'channel',
  channelId: input.channelId,
  title: input.title,
  description: input.description ?? '',
  pricing: input.pricingCategory ?? 'member_only',
  cover: { ref: input.coverImage, originRef: input.originCoverImage ?? null, colour: input.coverBackground ?? null },
  playlistId: input.playlistId ?? null,
  customTags: (input.customTags ?? []) as string[],
  tagProfileId: input.tagProfileId ?? null,
  tagItemIds: input.tagsProfileItemsList ?? [],
});

/** What a step lacks before Next. */
export type Missing = 'channel' | 'title' | 'cover' | 'titleAndCover';

export const missingIn = (draft: PublishDraft): Missing | undefined => {
  if (draft.step === 'channel') return draft.channelId === null ? 'channel' : undefined;
  if (draft.step !== 'description') return undefined;
  const noTitle = draft.title.trim() === '';
  if (noTitle && !draft.cover) return 'titleAndCover';
  return noTitle ? 'title' : draft.cover ? undefined : 'cover';
};

const isHash = (ref: string): boolean => !ref.startsWith('/');

/**
 * The input of the publish call, and the stored files to send before it.
 *
 * @throws TypeError if the channel or the cover is missing; the steps prevent that.
 */
export const toPublish = (
  draft: PublishDraft,
  id: string,
  contentId: string,
): { input: PublishInput; files: string[] } => {
  const { channelId, cover } = draft;
  if (!channelId || !cover) throw new TypeError('channel and cover are needed');
  return {
    input: {
      id,
      contentId,
      channelId,
      title: draft.title.trim().slice(0, PUBLISHED_TITLE_MAX),
      description: draft.description.trim(),
      playlistId: draft.playlistId,
      tagProfileId: draft.tagProfileId,
      tagsProfileItemsList: draft.tagItemIds,
      customTags: draft.customTags,
      coverImage: cover.ref,
      originCoverImage: cover.originRef,
      coverBackground: cover.colour,
      pricingCategory: draft.pricing,
    },
    files: [cover.ref, cover.originRef].filter((ref) => ref !== null && isHash(ref)) as string[],
  };
};
