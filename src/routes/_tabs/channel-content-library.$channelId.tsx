import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { rowId, search } from '#app/navigation/search.ts';
import { ChannelLibraryScreen } from '#features/library/channel-library-screen.tsx';

export const Route = createFileRoute('/_tabs/channel-content-library/$channelId')({
  validateSearch: search({
    /** The content that is previewed. */
    content: rowId,
  }),
  beforeLoad: asCreator,
  component: function ChannelContentLibrary() {
    const { channelId } = Route.useParams();
    return <ChannelLibraryScreen key={channelId} channelId={channelId} contentId={Route.useSearch().content} />;
  },
});
