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
    },
  });
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
      type: content?.type ?? 'video',
      title: input.title.trim().slice(0, 50),
      description: input.description ?? '',
      coverImage: input.coverImage.startsWith('/') ? input.coverImage : null,
      coverBackground: input.coverBackground ?? null,
      customTags: (input.customTags as string[] | undefined) ?? [],
      tagProfileId: input.tagProfileId ?? null,
      tagsProfileItemsList: input.tagsProfileItemsList ?? [],
      pricingCategory: input.pricingCategory ?? 'member_only',
      publishedAt: queuedAt,
      isLive: false,
      isDeleted: false,
    };
    await change.put('publications', publication);
    await setPublished(change, publication);
    await change.patch('channels', input.channelId, { hasContent: true });
  },
  'publications.unpublish': async (change, { publishedId }) => {
    const publication = await change.get('publications', publishedId);
    if (!publication) return;
    await change.patch('publications', publishedId, { isDeleted: true, isLive: false });
    await setPublished(change, { ...publication, isDeleted: true });
  },
});
