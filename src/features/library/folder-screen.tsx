import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Folder, LibraryContent } from '#contract/rows.ts';
import { folderText } from '#contract/text/library.ts';
import { libraryText } from '#contract/text/library-page.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AudioIcon, TextIcon, VideoIcon } from '#ui/icons.ts';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { formatBytes } from '#app/format/format.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { useContentListView } from './content-list.tsx';
import { useFolderActions } from './use-folder-dialogs.tsx';
import { useFolder, useFolderCounts } from './use-folders.ts';
import './library.css';

export interface FolderScreenProps {
  folderId: string;
  /** The running uploads, above the list; `menuOf` is the menu of a content that one has become. */
  uploads: (menuOf: (content: LibraryContent) => ReactNode) => ReactNode;
  uploadButton: ReactNode;
}

/** A folder: its counts, and the same grid as the Library. Source: LIB-014…LIB-016. */
export function FolderScreen({ folderId, uploads, uploadButton }: FolderScreenProps) {
  const { skeleton, shown: folder } = useAfterSkeleton(useFolder(folderId));
  usePageTitle(folder?.title ?? libraryText.tabs.folders);
  if (folder) return <FolderPage folder={folder} uploads={uploads} uploadButton={uploadButton} />;
  return skeleton || folder === null ? <NoFolder isMissing={folder === null} /> : null;
}

const FOLDERS = '/library?tab=folders';

/** Not known yet, or `isMissing`. */
function NoFolder({ isMissing }: { isMissing: boolean }) {
  return (
    <>
      <AppBar title={libraryText.tabs.folders} back={goBack} />
      <main id="main" className="page">
        {isMissing ? (
          <EmptyState
            drawing="search"
            title={libraryText.notFound}
            action={<Button href={FOLDERS}>{libraryText.toLibrary}</Button>}
          />
        ) : (
          <Skeleton shape="card" count={2} />
        )}
      </main>
    </>
  );
}

function FolderPage({ folder, uploads, uploadButton }: { folder: Folder } & Omit<FolderScreenProps, 'folderId'>) {
  const navigate = useNavigate();
  const actions = useFolderActions(() => void navigate({ to: '/library', search: { tab: 'folders' }, replace: true }));
  const isQueued = useQueued().has(folder.id);
  const { body, bar, menuOf } = useContentListView({
    folderId: folder.id,
    searchLabel: libraryText.searchFolder,
    empty: (
      <div className="library__empty">
        <EmptyState drawing="library" title={folderText.emptyFolderTitle}>
          {folderText.emptyFolder}
        </EmptyState>
      </div>
    ),
  });
  return (
    <>
      <AppBar
        title={folder.title}
        back={goBack}
        actions={<RowMenu name={folder.title} items={actions.itemsFor(folder)} />}
      />
      <main id="main" className="page page--fab">
        <FolderBoard folder={folder} />
        {isQueued && (
          <p className="library__line">
            <QueueBadge />
          </p>
        )}
        {uploads(menuOf)}
        <RefusedChanges
          at="folders"
          rowId={folder.id}
          onEdit={(entry) => actions.edit(entry, [folder])}
          canEdit={(entry) => entry.call === 'library.editFolder'}
        />
        {body}
      </main>
      {uploadButton}
      {bar}
      {actions.dialogs}
    </>
  );
}

function FolderBoard({ folder }: { folder: Folder }) {
  const counts = useFolderCounts([folder.id])?.get(folder.id);
  const number = (icon: ReactNode, count: number | undefined, word: string) => (
    <p className="folder-board__count">
      {icon}
      <span className="folder-board__number">{count ?? '–'}</span>
      <span className="folder-board__word">{word}</span>
    </p>
  );
  return (
    <div className="board folder-board">
      {number(<VideoIcon />, counts?.video, folderText.counts.video)}
      {number(<AudioIcon />, counts?.audio, folderText.counts.audio)}
      {number(<TextIcon />, counts?.text, folderText.counts.text)}
      {counts && <p className="folder-board__size">{folderText.size(formatBytes(counts.totalContentSize))}</p>}
    </div>
  );
}
