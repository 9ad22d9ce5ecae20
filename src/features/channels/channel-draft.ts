import type { createSubchannel, editChannel } from '#contract/channels.ts';
import type { InputOf } from '#contract/call.ts';
import { CHANNEL_NAME_MIN } from '#contract/limits.ts';
import type { Channel } from '#contract/rows.ts';
import { channelFormText } from '#contract/text/channels-form.ts';
import type { ChosenPicture } from '#app/forms/picture-field.tsx';

/** The input of the form so far; stored on the device until it is submitted. */
export interface ChannelDraft {
  step: 'community' | 'description';
  communityId: string | null;
  name: string;
  description: string;
  logo: ChosenPicture | null;
  cover: ChosenPicture | null;
  /** The texts that the form started with, when a channel is edited: only others are sent. Source: D-362. */
  base: Pick<Channel, 'name' | 'description'> | null;
}

export const emptyDraft = (fields: Partial<ChannelDraft> = {}): ChannelDraft => ({
  step: 'community',
  communityId: null,
  name: '',
  description: '',
  logo: null,
  cover: null,
  base: null,
  ...fields,
});

export const draftOfChannel = ({ communityId, name, description }: Channel): ChannelDraft =>
  emptyDraft({ step: 'description', communityId, name, description, base: { name, description } });

/** The input of a refused change. */
type RefusedInput = Partial<InputOf<typeof createSubchannel>>;

const chosen = (ref: string | undefined, originRef: string | null | undefined): ChosenPicture | null =>
  ref === undefined ? null : { ref, originRef: originRef ?? null };

/** The draft with the input of a refused change over it. */
export const withRefused = (draft: ChannelDraft, input: RefusedInput): ChannelDraft => ({
  ...draft,
  step: 'description',
  communityId: input.communityId ?? draft.communityId,
  name: input.name ?? draft.name,
  description: input.description ?? draft.description,
  logo: chosen(input.logoImage, input.originLogoImage) ?? draft.logo,
  cover: chosen(input.coverImage, input.originCoverImage) ?? draft.cover,
});

/**
 * The error message of a name; undefined if it is valid or still empty. Names are unique per owner. Source: D-123.
 *
 * @param taken Names of the owner's other channels.
 */
export const nameProblem = (name: string, taken: readonly string[]): string | undefined => {
  const trimmed = name.trim();
  if (trimmed === '') return undefined;
  if (trimmed.length < CHANNEL_NAME_MIN) return channelFormText.short;
  const isTaken = taken.some((other) => other.toLocaleLowerCase() === trimmed.toLocaleLowerCase());
  return isTaken ? channelFormText.taken(trimmed) : undefined;
};

const PARTS = ['logo', 'cover', 'name'] as const;

/** What a draft lacks, in words; undefined if it can be submitted. An existing channel keeps its pictures. Source: PUB-036. */
export const missingIn = (draft: ChannelDraft, taken: readonly string[]): string | undefined => {
  if (draft.step === 'community') return draft.communityId ? undefined : channelFormText.needCommunity;
  const isMissing = (part: (typeof PARTS)[number]) =>
    part === 'name' ? draft.name.trim() === '' : draft.base === null && draft[part] === null;
  const missing = PARTS.filter(isMissing);
  if (missing.length > 0) return channelFormText.need(missing.map((part) => channelFormText.parts[part]));
  if (nameProblem(draft.name, taken)) return channelFormText.badName;
  if (draft.base && Object.keys(changesOf(draft)).length === 0) return channelFormText.unchanged;
  return undefined;
};

/** Hashes of the stored files to send before the call. */
export const filesOf = ({ logo, cover }: ChannelDraft): string[] => [
  ...new Set([logo?.ref, logo?.originRef, cover?.ref, cover?.originRef].filter((ref) => typeof ref === 'string')),
];

/**
 * The input of the calls that create a channel.
 *
 * @throws TypeError if the community or a picture is missing; the form prevents that.
 */
export const toCreate = ({ communityId, name, description, logo, cover }: ChannelDraft, id: string) => {
  if (!communityId || !logo || !cover) throw new TypeError('community, logo and cover are needed');
  return {
    id,
    communityId,
    name: name.trim(),
    description: description.trim(),
    logoImage: logo.ref,
    coverImage: cover.ref,
    originLogoImage: logo.originRef,
    originCoverImage: cover.originRef,
  };
};

/** The changed fields of an existing channel. Source: D-362. */
export const changesOf = ({
  name,
  description,
  logo,
  cover,
  base,
}: ChannelDraft): Omit<InputOf<typeof editChannel>, 'channelId'> => ({
  ...(name.trim() !== base?.name && { name: name.trim() }),
  ...(description.trim() !== base?.description && { description: description.trim() }),
  ...(logo && { logoImage: logo.ref, originLogoImage: logo.originRef }),
  ...(cover && { coverImage: cover.ref, originCoverImage: cover.originRef }),
});
