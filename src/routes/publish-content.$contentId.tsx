import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { PublishScreen } from '#features/publications/publish-screen.tsx';

interface Search {
  /** Whether the channel has content already. Source: PUB-012. */
  hasChannelContent?: 0 | 1;
  channel?: string;
  /** A refused publish that is opened again. */
  again?: string;
}

export const Route = createFileRoute('/publish-content/$contentId')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(search['hasChannelContent'] === undefined
      ? {}
      : { hasChannelContent: Number(search['hasChannelContent']) === 1 ? 1 : 0 }),
    ...(typeof search['channel'] === 'string' ? { channel: search['channel'] } : {}),
    ...(typeof search['again'] === 'string' ? { again: search['again'] } : {}),
  }),
  beforeLoad: asCreator,
  component: function Publish() {
    const { contentId } = Route.useParams();
    const { channel, hasChannelContent, again } = Route.useSearch();
    return (
      <PublishScreen
        key={contentId}
        contentId={contentId}
        channelId={channel}
        isFirstContent={hasChannelContent === 0}
        refusedEntryId={again}
      />
    );
  },
});
