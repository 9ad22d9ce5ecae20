import { Suspense } from 'react';
import { channelLibraryText } from '#contract/text/library-channel.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Note } from '#ui/states/note.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useChannelLibrary } from './channel-library-list.tsx';
import { useContentDialogs } from './use-content-dialogs.tsx';
import './library.css';

const ChannelLibraryPreview = lazyPart(
  async () => (await import('./channel-library-preview.tsx')).ChannelLibraryPreview,
);

export interface ChannelLibraryScreenProps {
  channelId: string;
  /** The content that is previewed. Source: PUB-013. */
  contentId: string | undefined;
}

/** The Library's contents that are on no channel, to add one to this channel. Source: PUB-008…PUB-017. */
export function ChannelLibraryScreen({ channelId, contentId }: ChannelLibraryScreenProps) {
  usePageTitle(channelLibraryText.title);
  const { skeleton, shown: channel } = useAfterSkeleton(useOwnRow((db) => db.channels.get(channelId), [channelId]));
  if (channel === undefined && !skeleton) return null;
  if (!channel)
    return (
      <>
        <AppBar title={channelLibraryText.title} back={goBack} />
        <main id="main" className="page">
          {channel === null ? (
            <EmptyState
              drawing="search"
              title={channelLibraryText.noChannel}
              action={<Button href="/channels">{channelLibraryText.toChannels}</Button>}
            />
          ) : (
            <Skeleton shape="card" count={2} />
          )}
        </main>
      </>
    );
  if (contentId !== undefined)
    return (
      <Suspense fallback={<Skeleton shape="card" count={1} />}>
        <ChannelLibraryPreview key={contentId} channelId={channelId} contentId={contentId} />
      </Suspense>
    );
  return <Chooser channelId={channelId} channelName={channel.name} />;
}

function Chooser({ channelId, channelName }: { channelId: string; channelName: string }) {
  const { body, bar } = useChannelLibrary(channelId);
  const { editRefused, dialogs } = useContentDialogs(() => {});
  return (
    <>
      <AppBar title={channelLibraryText.title} back={goBack} />
      <main id="main" className="page">
        <Note>{channelLibraryText.chooseFor(channelName)}</Note>
        <RefusedChanges
          at="contents"
          onEdit={(entry) => void editRefused(entry)}
          canEdit={({ call }) => call === 'publications.publish'}
        />
        {body}
      </main>
      {bar}
      {dialogs}
    </>
  );
}
