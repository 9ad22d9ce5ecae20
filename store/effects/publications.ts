import { OWN_PICTURE } from '#contract/publications-cover.ts';
import type { Publication } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';

const setPublished = async (change: LocalChange, publication: Publication): Promise<void> => {
  const channel = await change.get('channels', publication.channelId);
  await change.patch('contents', publication.contentId, {
    isPublished: !publication.isDeleted,
    category: publication.pricingCategory,
    published: {
      id: publication.id,
      channelId: publication.channelId,
      channelName: channel?.name ?? '',
      title: publication.title,
      coverImage: publication.coverImage,
      publishedAt: publication.publishedAt,
      isDeleted: publication.isDeleted,
      isHeld: publication.isHeld ?? false,
      removedReason: publication.removedReason ?? null,
    },
  });
};

/** What a change of the cover shows before it is sent. A picture that only this device has is shown once the server has it. */
const coverFields = async (
  change: LocalChange,
  { contentId, coverImage }: Publication,
  input: { cover_image: string; coverBackground?: string | null | undefined },
): Promise<Partial<Publication>> => {
  const own = input.cover_image === OWN_PICTURE ? (await change.get('contents', contentId))?.thumbnail : undefined;
  const isOnServer = input.cover_image.startsWith('/');
  return {
    coverImage: isOnServer ? input.cover_image : (own ?? coverImage),
    coverBackground: input.coverBackground ?? null,
  };
};

const patchPublication = async (
  change: LocalChange,
  id: string,
  fieldsOf: (publication: Publication) => Promise<Partial<Publication>>,
): Promise<void> => {
  const publication = await change.get('publications', id);
  if (!publication) return;
  const fields = await fieldsOf(publication);
  await change.patch('publications', id, fields);
  await setPublished(change, { ...publication, ...fields });
};

registerEffects('publications', {
  'publications.publish': async (change, input, { scope, queuedAt }) => {
    const content = await change.get('contents', input.contentId);
    const publication: Publication = {
      id: input.id,
      scope,
      contentId: input.contentId,
      channelId: input.channelId,
      playlistId: input.playlistId ?? null,
      playlistPosition: null,
      type: content?.type ?? 'video',
      title: input.title.trim().slice(0, 50),
      description: input.description ?? '',
      coverImage: input.coverImage.startsWith('/') ? input.coverImage : null,
      originCoverImage: input.originCoverImage?.startsWith('/') ? input.originCoverImage : null,
      coverBackground: input.coverBackground ?? null,
      customTags: (input.customTags as string[] | undefined) ?? [],
      tagProfileId: input.tagProfileId ?? null,
      tagsProfileItemsList: input.tagsProfileItemsList ?? [],
      pricingCategory: input.pricingCategory ?? 'member_only',
      publishedAt: input.publishAt ?? queuedAt,
      publishAt: input.publishAt ?? null,
      isLive: false,
      isHeld: false,
      isDeleted: false,
    };
    await change.put('publications', publication);
    await setPublished(change, publication);
    await change.patch('channels', input.channelId, { hasContent: true });
  },
  'publications.update': (change, input, { queuedAt }) =>
    patchPublication(change, input.publishedId, async (publication) => ({
      ...(input.publishAt !== undefined &&
        !publication.isLive && { publishAt: input.publishAt, publishedAt: input.publishAt ?? queuedAt }),
      ...(input.asItIs && { isHeld: false }),
      ...(input.title !== undefined && { title: input.title.trim().slice(0, 50) }),
      ...(input.description !== undefined && { description: input.description.trim() }),
      ...(input.custom_tags !== undefined && { customTags: input.custom_tags.split(/\s+/).filter(Boolean) }),
      ...(input.pricingCategory !== undefined && { pricingCategory: input.pricingCategory }),
      // Its place in the other playlist is the server's to say: until then it is the last.
      ...(input.playlistId !== undefined &&
        input.playlistId !== publication.playlistId && { playlistId: input.playlistId, playlistPosition: null }),
      ...(input.tagProfileId !== undefined && { tagProfileId: input.tagProfileId }),
      ...(input.tagsProfileItemsList !== undefined && { tagsProfileItemsList: input.tagsProfileItemsList }),
      ...(input.cover_image !== undefined &&
        (await coverFields(change, publication, { ...input, cover_image: input.cover_image }))),
    })),
  'publications.updateCover': (change, input) =>
    patchPublication(change, input.publishedId, (publication) => coverFields(change, publication, input)),
  'publications.unpublish': async (change, { publishedId }) => {
    const publication = await change.get('publications', publishedId);
    if (!publication) return;
    await change.patch('publications', publishedId, { isDeleted: true, isLive: false });
    await setPublished(change, { ...publication, isDeleted: true });
  },
});
