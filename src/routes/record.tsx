import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { rowId, search } from '#app/navigation/search.ts';
import { RecordScreen } from '#features/upload/record-screen.tsx';

export const Route = createFileRoute('/record')({
  validateSearch: search({
    /** The folder that the recording goes into. */
    folder: rowId,
    /** A kept recording that gets more clips. */
    recording: rowId,
  }),
  beforeLoad: asCreator,
  component: function Record() {
    const { folder, recording } = Route.useSearch();
    return <RecordScreen key={recording} folderId={folder ?? null} recordingId={recording} />;
  },
});
