import type { ReactNode } from 'react';
import { createFolder } from '#contract/library.ts';
import type { Folder } from '#contract/rows.ts';
import { folderText } from '#contract/text/library.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, AudioIcon, FolderIcon, TextIcon, VideoIcon } from '#ui/icons.ts';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { formatBytes } from '#app/format/format.ts';
import { OwnList } from '#app/lists/own-list.tsx';
import { Allowed } from '#app/data/may.tsx';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useQueued } from '#app/data/use-queued.ts';
import { useFolderActions, type FolderActions } from './use-folder-dialogs.tsx';
import { useFolderCounts, useFolders, type FolderCounts } from './use-folders.ts';

/** All folders with their counts, computed on this device. Source: LIB-008, LIB-015. */
export function FoldersTab({ tabs }: { tabs: ReactNode }) {
  const folders = useFolders();
  const actions = useFolderActions();
  return (
    <>
      <main id="main" className="page page--fab">
        {tabs}
        <div className="library__empty stack">
          <OwnList
            rows={folders}
            shape="tile"
            age={false}
            refused={
              <RefusedChanges
                at="folders"
                canEdit={(entry) => entry.call === 'library.createFolder' || entry.call === 'library.editFolder'}
                onEdit={(entry) => actions.edit(entry, folders ?? [])}
              />
            }
            empty={
              <EmptyState drawing="library" title={folderText.emptyTitle}>
                {folderText.empty}
              </EmptyState>
            }
          >
            {(loaded) => <FolderGrid folders={loaded} actions={actions} />}
          </OwnList>
        </div>
      </main>
      <Allowed call={createFolder}>
        <Fab icon={<AddIcon />} onClick={actions.create}>
          {folderText.create}
        </Fab>
      </Allowed>
      {actions.dialogs}
    </>
  );
}

function FolderGrid({ folders, actions }: { folders: readonly Folder[]; actions: FolderActions }) {
  const counts = useFolderCounts(folders.map(({ id }) => id));
  const queued = useQueued();
  return (
    <>
      <h2 className="visually-hidden">{folderText.list}</h2>
      <TileGrid label={folderText.list}>
        {folders.map((folder) => (
          <article key={folder.id} className="folder-tile">
            <FolderIcon className="icon-l folder-tile__icon" />
            <h3 className="folder-tile__title">
              <a className="folder-tile__open" href={`/library/${folder.id}`}>
                {folder.title}
              </a>
            </h3>
            <Counts counts={counts?.get(folder.id)} />
            {queued.has(folder.id) && (
              <span>
                <QueueBadge />
              </span>
            )}
            <div className="folder-tile__menu">
              <RowMenu name={folder.title} items={actions.itemsFor(folder)} />
            </div>
          </article>
        ))}
      </TileGrid>
    </>
  );
}

function Counts({ counts }: { counts: FolderCounts | undefined }) {
  if (!counts) return <p className="folder-tile__counts">&nbsp;</p>;
  return (
    <>
      <p className="folder-tile__counts" aria-hidden="true">
        <span className="folder-tile__count">
          <VideoIcon className="icon-xs" />
          {counts.video}
        </span>
        <span className="folder-tile__count">
          <AudioIcon className="icon-xs" />
          {counts.audio}
        </span>
        <span className="folder-tile__count">
          <TextIcon className="icon-xs" />
          {counts.text}
        </span>
      </p>
      <p className="visually-hidden">{folderText.countsSpoken(counts.video, counts.audio, counts.text)}</p>
      <p className="t-small t-2">{formatBytes(counts.totalContentSize)}</p>
    </>
  );
}
