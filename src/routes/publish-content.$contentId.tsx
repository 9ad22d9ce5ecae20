import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, search, text } from '#app/navigation/search.ts';
import { PublishScreen } from '#features/publications/publish-screen.tsx';

export const Route = createFileRoute('/publish-content/$contentId')({
  validateSearch: search({
    /** 0 where the channel has no content yet. Source: D-260. */
    hasChannelContent: oneOf(0, 1),
    channel: text,
    /** Outbox entry of the refused publish to reopen. */
    again: text,
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
