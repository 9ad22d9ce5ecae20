import { channelLibraryText } from '#contract/text/library-channel.ts';
import { libraryText } from '#contract/text/library-page.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { goBack } from '#app/navigation/back.ts';
import { isUsable, publicationOf } from './content-query.ts';
import { Preview, PreviewFacts } from './preview-sheet.tsx';
import { useAddToChannel } from './use-add-to-channel.ts';

/** One content before it is added to a channel. Source: PUB-013, PUB-014. */
export function ChannelLibraryPreview({ channelId, contentId }: { channelId: string; contentId: string }) {
  const content = useOwnRow((db) => db.contents.get(contentId), [contentId]);
  const addToChannel = useAddToChannel(channelId);
  return (
    <>
      <AppBar title={content?.title ?? channelLibraryText.title} back={goBack} />
      <main id="main" className="page stack">
        {content === null && (
          <EmptyState
            drawing="search"
            title={channelLibraryText.gone}
            action={<Button href="/library">{libraryText.toLibrary}</Button>}
          />
        )}
        {content && (
          <>
            <Preview content={content} />
            <PreviewFacts content={content} />
            {isUsable(content) && publicationOf(content) !== 'on-channel' && (
              <Button block onClick={() => void addToChannel(content)}>
                {channelLibraryText.add}
              </Button>
            )}
          </>
        )}
      </main>
    </>
  );
}
