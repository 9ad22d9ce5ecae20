import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { rowId, search, text } from '#app/navigation/search.ts';
import { CreateSubchannelScreen } from '#features/channels/create-subchannel-screen.tsx';

export const Route = createFileRoute('/create-subchannel')({
  validateSearch: search({
    parentChannelId: rowId,
    communityId: rowId,
    /** Outbox entry of the refused change to reopen. */
    again: text,
  }),
  beforeLoad: asCreator,
  component: function CreateSubchannel() {
    const { parentChannelId, communityId, again } = Route.useSearch();
    return (
      <CreateSubchannelScreen
        key={parentChannelId}
        parentChannelId={parentChannelId}
        communityId={communityId}
        refusedEntryId={again}
      />
    );
  },
});
