import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { EditChannelScreen } from '#features/channels/edit-channel-screen.tsx';

export const Route = createFileRoute('/edit-channel/$channelId')({
  validateSearch: search({
    /** Outbox entry of the refused change to reopen. */
    again: text,
  }),
  beforeLoad: asCreator,
  component: function EditChannel() {
    const { channelId } = Route.useParams();
    return <EditChannelScreen key={channelId} channelId={channelId} refusedEntryId={Route.useSearch().again} />;
  },
});
