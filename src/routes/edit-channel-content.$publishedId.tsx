import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { EditScreen } from '#features/publications/edit-screen.tsx';

export const Route = createFileRoute('/edit-channel-content/$publishedId')({
  validateSearch: search({
    /** Outbox entry of the refused change to reopen. */
    again: text,
  }),
  beforeLoad: asCreator,
  component: function EditChannelContent() {
    const { publishedId } = Route.useParams();
    const { again } = Route.useSearch();
    return <EditScreen key={publishedId} publishedId={publishedId} refusedEntryId={again} />;
  },
});
