import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { CreateChannelScreen } from '#features/channels/create-channel-screen.tsx';

export const Route = createFileRoute('/create-channel')({
  validateSearch: search({
    /** Outbox entry of the refused change to reopen. */
    again: text,
  }),
  beforeLoad: asCreator,
  component: function CreateChannel() {
    return <CreateChannelScreen refusedEntryId={Route.useSearch().again} />;
  },
});
