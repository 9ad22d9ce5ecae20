import { Suspense, useState } from 'react';
import { listPlaylists, type ChannelPage } from '#contract/channels.ts';
import type { Scope } from '#contract/ids.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { playlistText } from '#contract/text/playlists.ts';
import type { OutboxEntry } from '#store/database.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AddIcon, EditIcon } from '#ui/icons.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { PlaylistRow } from '#ui/tiles/playlist-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useAccount } from '#app/data/account.ts';
import { channelPart } from '#app/data/channel-lists.ts';
import { readOwnPlaylists, type OwnPlaylist } from '#app/data/own-playlists.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useLive } from '#app/data/use-live.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { useUnsentPicture } from '#app/data/use-unsent-picture.ts';
import { useRenamePlaylist } from '#app/forms/use-rename-playlist.tsx';

const NewPlaylist = lazyPart(async () => (await import('#app/forms/new-playlist.tsx')).NewPlaylist);

const pageOf = (channel: ChannelPage, playlistId: string) => `/playlists/${playlistId}?channelId=${channel.id}`;

/** A channel's playlists. Their owner creates and renames them, also offline. Source: D-128, PUB-064. */
export function ChannelPlaylists({ channel }: { channel: ChannelPage }) {
  return channel.isOwner ? <OwnPlaylists channel={channel} /> : <VisitedPlaylists channel={channel} />;
}

function VisitedPlaylists({ channel }: { channel: ChannelPage }) {
  const {
    answered: { answer },
    end,
  } = usePagedAnswer(listPlaylists, channel.id, channelPart(channel.id));
  if (!answer || answer.results.length === 0) return null;
  return (
    <section>
      <SectionHeading>{channelText.playlists}</SectionHeading>
      <RowList label={channelText.playlists}>
        {answer.results.map(({ id, title, itemCount, coverImage }) => (
          <PlaylistRow
            key={id}
            id={id}
            title={title}
            count={channelText.playlistItems(itemCount)}
            sport={channel.sportId}
            coverSrc={coverImage}
            href={pageOf(channel, id)}
          />
        ))}
      </RowList>
      <div ref={end} />
    </section>
  );
}

/** From this device's own rows, so that playlists created or changed offline are in the list. */
function OwnPlaylists({ channel }: { channel: ChannelPage }) {
  const queued = useQueued();
  const own = useLive((db) => readOwnPlaylists(db, channel.id), [channel.id]) ?? [];
  const playlists = own.map(({ playlist }) => playlist);
  const renaming = useRenamePlaylist(playlists);
  const creating = useNewPlaylist(
    channel,
    playlists.map(({ title }) => title),
  );
  const canEdit = (entry: OutboxEntry) => renaming.canReopen(entry) || creating.canReopen(entry);
  return (
    <section>
      <SectionHeading>{channelText.playlists}</SectionHeading>
      <RefusedChanges
        at="playlists"
        canEdit={canEdit}
        onEdit={(entry) => (creating.canReopen(entry) ? creating.open(entry) : renaming.reopen(entry))}
      />
      {own.length > 0 && (
        <RowList label={channelText.playlists}>
          {own.map((each) => (
            <OwnRow
              key={each.playlist.id}
              {...each}
              channel={channel}
              isQueued={queued.has(each.playlist.id)}
              onRename={() => renaming.open(each.playlist)}
            />
          ))}
        </RowList>
      )}
      <Button
        className="channel-page__new"
        variant="tonal"
        size="m"
        icon={<AddIcon className="icon-s" />}
        onClick={() => creating.open()}
      >
        {playlistText.create}
      </Button>
      {renaming.sheet}
      {creating.sheet}
    </section>
  );
}

interface OwnRowProps extends OwnPlaylist {
  channel: ChannelPage;
  isQueued: boolean;
  onRename: () => void;
}

function OwnRow({ playlist: { id, title }, itemCount, picture, channel, isQueued, onRename }: OwnRowProps) {
  const unsent = useUnsentPicture(id, 'coverImage');
  return (
    <PlaylistRow
      id={id}
      title={title}
      count={channelText.playlistItems(itemCount)}
      sport={channel.sportId}
      coverSrc={unsent ?? picture}
      href={pageOf(channel, id)}
      queued={isQueued}
      trailing={
        <RowMenu name={title} items={[{ label: channelText.renamePlaylist, icon: <EditIcon />, onSelect: onRename }]} />
      }
    />
  );
}

/** The sheet that creates a playlist, also again with the input of a refused change. */
const useNewPlaylist = (channel: ChannelPage, taken: readonly string[]) => {
  const { db } = useAccount();
  const [opened, setOpened] = useState<{ round: number; entry: OutboxEntry | undefined }>();
  const [isOpen, setOpen] = useState(false);
  const entry = opened?.entry;
  return {
    open: (refused?: OutboxEntry) => {
      setOpened({ round: (opened?.round ?? 0) + 1, entry: refused });
      setOpen(true);
    },
    canReopen: ({ call, input }: OutboxEntry) => call === 'playlists.create' && input['channelId'] === channel.id,
    sheet: opened && (
      <Suspense fallback={null}>
        <NewPlaylist
          key={opened.round}
          channel={{ id: channel.id, scope: channel.scope as Scope }}
          taken={taken}
          initial={
            entry && {
              title: String(entry.input['title']),
              coverImage: (entry.input['coverImage'] as string | undefined) ?? null,
            }
          }
          open={isOpen}
          onClose={() => setOpen(false)}
          onSaved={() => entry && void discard(db, entry.id)}
        />
      </Suspense>
    ),
  };
};
