import { Suspense, useState, type ReactNode } from 'react';
import type { Playlist } from '#contract/rows.ts';
import type { OutboxEntry } from '#store/database.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { useAccount } from '../data/account.ts';

const RenamePlaylist = lazyPart(async () => (await import('./rename-playlist.tsx')).RenamePlaylist);

interface Opened extends Pick<Playlist, 'id' | 'scope'> {
  /** The title that the sheet starts with. */
  title: string;
  /** The refused entry that the new one replaces. */
  replaces?: string;
  /** Counts the openings, so that each starts with its own title. */
  round: number;
}

export interface RenamePlaylistActions {
  open(playlist: Playlist): void;
  canReopen(entry: OutboxEntry): boolean;
  /** Opens the sheet with the input of a refused entry. */
  reopen(entry: OutboxEntry): void;
  sheet: ReactNode;
}

/** The sheet that renames one of a channel's playlists. */
export const useRenamePlaylist = (playlists: readonly Playlist[]): RenamePlaylistActions => {
  const { db } = useAccount();
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setOpen] = useState(false);
  const open = ({ id, scope, title }: Playlist, replaces?: string) => {
    setOpened({ id, scope, title, round: (opened?.round ?? 0) + 1, ...(replaces && { replaces }) });
    setOpen(true);
  };
  const find = ({ input }: OutboxEntry) => playlists.find(({ id }) => id === input['playlistId']);
  return {
    open: (playlist) => open(playlist),
    canReopen: (entry) =>
      entry.call === 'playlists.rename' && entry.input['title'] !== undefined && find(entry) !== undefined,
    reopen: (entry) => {
      const playlist = find(entry);
      if (playlist) open({ ...playlist, title: String(entry.input['title']) }, entry.id);
    },
    sheet: opened && (
      <Suspense fallback={null}>
        <RenamePlaylist
          key={opened.round}
          playlist={opened}
          taken={playlists.filter(({ id }) => id !== opened.id).map(({ title }) => title)}
          open={isOpen}
          onClose={() => setOpen(false)}
          onSaved={() => opened.replaces && void discard(db, opened.replaces)}
        />
      </Suspense>
    ),
  };
};
