import { useState, type ReactNode } from 'react';
import { captionsText } from '#contract/text/captions.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { useOwnCaptions } from '#app/data/captions.ts';
import { useScope } from '#app/data/me.ts';
import { readOwnMedia, type OwnMedia } from '#app/data/read-own-media.ts';
import { useLive } from '#app/data/use-live.ts';
import { ReachBanner } from '#app/frame/reach-banner.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { readStoredDraft, type CaptionsDraft } from './captions-draft.ts';
import { CaptionsEditor } from './captions-editor.tsx';
import './captions.css';

const draftKeyOf = (contentId: string): string => `captions:${contentId}`;

/** The editor of captions and chapters of an own video or sound; it works offline. Source: docs/decisions/0048. */
export function CaptionsScreen({ contentId }: { contentId: string }) {
  usePageTitle(captionsText.title);
  const scope = useScope();
  const read = useLive(
    async (db) => ({
      content: await readOwnMedia(db, contentId, scope),
      stored: readStoredDraft(((await db.drafts.get(draftKeyOf(contentId)))?.value as Stored | undefined)?.draft),
    }),
    [contentId, scope],
  );
  const { skeleton, shown } = useAfterSkeleton(read);
  const content = shown?.content;
  return (
    <div className="column">
      <AppBar title={content?.title ?? captionsText.title} back={goBack} />
      <ReachBanner />
      {!shown ? (
        <Page>{skeleton && <Skeleton shape="card" count={1} />}</Page>
      ) : content && content.type !== 'text' ? (
        <Loaded key={content.id} content={content} stored={shown.stored} />
      ) : (
        <Page>
          <EmptyState
            drawing="search"
            title={content ? captionsText.notSpoken : captionsText.gone}
            action={<Button href="/library">{captionsText.toLibrary}</Button>}
          />
        </Page>
      )}
    </div>
  );
}

interface Stored {
  draft: CaptionsDraft;
}

/** Waits for what was saved before; a file that is still uploading has nothing. */
function Loaded({ content, stored }: { content: OwnMedia; stored: CaptionsDraft | undefined }) {
  // Decided once: what is being typed must not be exchanged when the upload ends.
  const [isNew] = useState(content.isUploading);
  const { captions, isUnknown } = useOwnCaptions(content.id, !isNew);
  if (!captions)
    return (
      <Page>
        <Skeleton shape="card" count={1} />
      </Page>
    );
  return (
    <CaptionsEditor
      content={content}
      before={captions}
      isUnknown={isUnknown}
      draftKey={draftKeyOf(content.id)}
      stored={stored}
    />
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="page captions-editor">
      {children}
    </main>
  );
}
