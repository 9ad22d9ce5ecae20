import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, search, text } from '#app/navigation/search.ts';
import { LibraryScreen } from '#features/library/library-screen.tsx';
import { tipsKnown } from '#features/upload/tips-hidden.ts';
import { UploadButton } from '#features/upload/upload-button.tsx';
import { Uploads } from '#features/upload/uploads.tsx';

export const Route = createFileRoute('/_tabs/library/')({
  validateSearch: search({
    tab: oneOf('content', 'folders', 'tags'),
    /** The channel that content is being chosen for. */
    channel: text,
  }),
  beforeLoad: asCreator,
  loader: tipsKnown,
  component: function Library() {
    const { tab = 'content', channel } = Route.useSearch();
    return (
      <LibraryScreen
        tab={tab}
        channelId={channel}
        uploads={<Uploads />}
        uploadButton={<UploadButton folderId={null} />}
      />
    );
  },
});
