import { useNavigate } from '@tanstack/react-router';
import type { LibraryContent } from '#contract/rows.ts';
import { useAccount } from '#app/data/account.ts';

/**
 * Opens the Add Content to Channel wizard for a content.
 *
 * @param channelId The channel that content is being chosen for; the wizard then does not ask for it. Source: PUB-012,
 *   D-260.
 */
export const useAddToChannel = (channelId?: string): ((content: Pick<LibraryContent, 'id'>) => Promise<void>) => {
  const { db } = useAccount();
  const navigate = useNavigate();
  return async ({ id }) => {
    const channel = channelId ? await db.channels.get(channelId) : undefined;
    await navigate({
      to: '/publish-content/$contentId',
      params: { contentId: id },
      search: channel ? { hasChannelContent: channel.hasContent ? 1 : 0, channel: channel.id } : {},
    });
  };
};
