import type { publish } from '#contract/publications.ts';
import type { InputOf } from '#contract/call.ts';
import { PUBLISHED_TITLE_MAX } from '#contract/limits.ts';
import { OWN_PICTURE } from '#contract/publications-cover.ts';
import { publishText, scheduleText } from '#contract/text/publications.ts';
import type { Channel, LibraryContent, PricingCategory, Publication } from '#contract/rows.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { instantOf, localOf } from './schedule.ts';

/**
 * The wizard's screens in their order. The six steps of PUB-018 are parts of them: content description and playlist are
 * one screen; tagging tutorial, begin tagging and select saved tag group are one screen. Source: PUB-018, D-130; why:
 * docs/decisions/0030.
 */
export const STEPS = ['channel', 'description', 'tags'] as const;
export type Step = (typeof STEPS)[number];

/** The screen of a stored draft; drafts of earlier builds name one of six steps. */
const stepOf = (stored: string): Step => {
  if (stored === 'channel' || stored === 'description') return stored;
  return stored === 'playlist' ? 'description' : 'tags';
};

/** A draft as it was stored, by this build or an earlier one. */
export const readStored = (stored: unknown): PublishDraft => {
  const draft = stored as Omit<PublishDraft, 'step'> & { step: string };
  return { ...draft, publishAt: draft.publishAt ?? null, step: stepOf(draft.step) };
};

/** What the wizard needs of a content: of the Library, or of a file that is still uploading. */
export type PublishableContent = Pick<
  LibraryContent,
  'id' | 'title' | 'type' | 'thumbnail' | 'approved' | 'isPublished' | 'published'
>;

/** A chosen cover: a picture on the server, a file stored on this device under its hash, or the content's own. */
export interface CoverChoice {
  /** SHA-256 of the stored file, the address of a picture, or `OWN_PICTURE`. */
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
  /**
   * When it goes live, by the wall clock of this device: `2026-11-22T18:30`. Null: as soon as it is ready. Empty: at a time
   * that is not chosen yet.
   */
  publishAt: string | null;
}

/** Props of every step. */
export interface StepProps {
  draft: PublishDraft;
  change: (fields: Partial<PublishDraft>) => void;
  content: PublishableContent;
  channel: Channel | undefined;
}

const PICTURE = /^\/pictures\/[\w.-]{10,80}$/;
const asCover = (url: string | null): CoverChoice | null =>
  url && PICTURE.test(url) ? { ref: url, originRef: null, colour: null } : null;

/** The content's own picture: poster frame, waveform or first page. The server makes it while it prepares the file. */
export const ownCover = ({ thumbnail, approved }: PublishableContent): CoverChoice | null =>
  asCover(thumbnail) ?? (approved ? null : { ref: OWN_PICTURE, originRef: null, colour: null });

/** The channel that came with the way in, else the only one; null if there is a choice to make. Source: D-260. */
export const givenChannelId = (channels: readonly Pick<Channel, 'id'>[], wayIn: string | undefined): string | null =>
  channels.find(({ id }) => id === wayIn)?.id ?? (channels.length === 1 ? channels[0]!.id : null);

/**
 * The initial draft: the file's title, its own picture as cover, Member-Only. With a channel the wizard starts after the
 * choice of one. Source: D-129, D-260, PUB-041.
 */
export const freshDraft = (content: PublishableContent, channelId: string | null): PublishDraft => ({
  step: channelId === null ? 'channel' : 'description',
  channelId,
  title: content.title.slice(0, PUBLISHED_TITLE_MAX),
  description: '',
  pricing: 'member_only',
  cover: ownCover(content),
  playlistId: null,
  customTags: [],
  tagProfileId: null,
  tagItemIds: [],
  publishAt: null,
});

const coverOf = ({ coverImage, originCoverImage, coverBackground }: Publication): CoverChoice | null => {
  const cover = asCover(coverImage);
  // Rows that were stored before an update have no original until they are pulled again.
  return cover && { ...cover, originRef: asCover(originCoverImage)?.ref ?? null, colour: coverBackground };
};

/** A draft with the values of a publication: to edit it, or one that was removed, to publish it again. Source: D-134. */
export const draftOfPublication = (publication: Publication, content: PublishableContent): PublishDraft => ({
  step: 'channel',
  channelId: publication.channelId,
  title: publication.title,
  description: publication.description,
  pricing: publication.pricingCategory,
  cover: coverOf(publication) ?? ownCover(content),
  playlistId: publication.playlistId,
  customTags: publication.customTags,
  tagProfileId: publication.tagProfileId,
  tagItemIds: publication.tagsProfileItemsList,
  // Rows that were stored before an update have no planned time until they are pulled again.
  publishAt: publication.publishAt && !publication.isDeleted ? localOf(publication.publishAt) : null,
});

/** A file that is still uploading, as the wizard shows it. Its id is the content's (docs/decisions/0006). */
export const contentOfUpload = ({
  id,
  name,
  type,
}: Pick<StoredUploadJob, 'id' | 'name' | 'type'>): PublishableContent => ({
  id,
  title: name.replace(/(?!^)\.[^.]*$/, ''),
  type,
  thumbnail: null,
  approved: false,
  isPublished: false,
  published: null,
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
  publishAt: input.publishAt ? localOf(input.publishAt) : null,
});

/** What a screen lacks before Next or Publish. */
export type Missing = 'channel' | 'title' | 'cover' | 'titleAndCover' | 'time';

/** What the dock says is missing. */
export const MISSING_HELP = {
  channel: publishText.chooseChannel,
  title: publishText.needTitle,
  cover: publishText.needCover,
  titleAndCover: publishText.needTitleAndCover,
  time: scheduleText.needTime,
} as const;

export const missingIn = (draft: PublishDraft): Missing | undefined => {
  if (draft.step !== 'description' && draft.channelId === null) return 'channel';
  if (draft.step === 'channel') return undefined;
  const noTitle = draft.title.trim() === '';
  if (noTitle && !draft.cover) return 'titleAndCover';
  if (noTitle) return 'title';
  if (!draft.cover) return 'cover';
  // The time is chosen on the last screen.
  return draft.step === 'tags' && draft.publishAt === '' ? 'time' : undefined;
};

/** Whether the cover is a file stored on this device under its hash. */
export const isStoredFile = (ref: string): boolean => !ref.startsWith('/') && ref !== OWN_PICTURE;

/** The files of a cover that are stored on this device: they are sent before the change. */
export const coverFiles = ({ ref, originRef }: CoverChoice): string[] =>
  [ref, originRef].filter((each) => each !== null).filter(isStoredFile);

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
      publishAt: draft.publishAt ? instantOf(draft.publishAt) : null,
    },
    files: coverFiles(cover),
  };
};
