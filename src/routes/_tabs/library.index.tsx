import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { LibraryScreen, type LibraryTab } from '#features/library/library-screen.tsx';
import { tipsKnown } from '#features/upload/tips-hidden.ts';
import { UploadButton } from '#features/upload/upload-button.tsx';
import { Uploads } from '#features/upload/uploads.tsx';

const TABS: readonly unknown[] = ['content', 'folders', 'tags'] satisfies LibraryTab[];

interface Search {
  tab?: LibraryTab;
  /** The channel that content is being chosen for. */
  channel?: string;
}

export const Route = createFileRoute('/_tabs/library/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(TABS.includes(search['tab']) ? { tab: search['tab'] as LibraryTab } : {}),
    ...(typeof search['channel'] === 'string' ? { channel: search['channel'] } : {}),
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
