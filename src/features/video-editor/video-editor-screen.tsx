import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { newId } from '#contract/ids.ts';
import { cancelTrim, trimContent, type TrimMode } from '#contract/library.ts';
import { ENCODING } from '#contract/encoding.ts';
import { replaceFileText } from '#contract/text/upload-replace.ts';
import { preparingWords } from '#contract/text/upload-preparing.ts';
import { videoEditorText } from '#contract/text/video-editor.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { overlaysGone } from '#ui/overlays/overlay-history.ts';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { useScope } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { ReachBanner } from '#app/frame/reach-banner.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { Editor } from './editor.tsx';
import { acceptedVideoUrl, type Part } from './edit-times.ts';
import { readOwnMedia, type OwnMedia } from '#app/data/read-own-media.ts';
import { useKeptPart } from './use-kept-part.ts';
import { useOwnMedia } from '#app/data/use-own-media.ts';
import './video-editor.css';

export interface VideoEditorScreenProps {
  /** Decides what is edited; without it there is nothing to edit. */
  contentId: string | undefined;
  /** Shown until the row is read. */
  fileName: string | undefined;
  /** Used only if it is an address of this video on the own media host. Source: D-141. */
  videoUrl: string | undefined;
}

/** The video editor: a part of an own video is chosen and kept, as a copy or in place. Source: VID-001, D-138. */
export function VideoEditorScreen({ contentId = '', fileName, videoUrl }: VideoEditorScreenProps) {
  usePageTitle(videoEditorText.title);
  const scope = useScope();
  const read = useLive(async (db) => ({ content: await readOwnMedia(db, contentId, scope) }), [contentId, scope]);
  const { skeleton, shown } = useAfterSkeleton(read);
  const name = shown?.content?.title ?? fileName;
  return (
    <div className="column">
      <AppBar title={name ?? videoEditorText.title} back={goBack} />
      <ReachBanner />
      {!shown ? (
        <Page>{skeleton && <Skeleton shape="card" count={1} />}</Page>
      ) : shown.content?.type === 'video' ? (
        <Video key={contentId} content={shown.content} videoUrl={videoUrl} />
      ) : (
        <Page>
          <EmptyState
            drawing="search"
            title={shown.content ? videoEditorText.notAVideo : videoEditorText.gone}
            action={<Button href="/library">{videoEditorText.toLibrary}</Button>}
          />
        </Page>
      )}
    </div>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="page video-editor">
      {children}
    </main>
  );
}

/** Says why the video cannot be edited now, or shows the editor. */
function Video({ content, videoUrl }: { content: OwnMedia; videoUrl: string | undefined }) {
  if (content.encodingStatus < 0)
    return (
      <Page>
        <Note tone="danger">{videoEditorText.failed}</Note>
      </Page>
    );
  return <Playable content={content} videoUrl={videoUrl} />;
}

function Playable({ content, videoUrl }: { content: OwnMedia; videoUrl: string | undefined }) {
  const act = useAct();
  const { source, refuse, retry } = useOwnMedia(content, acceptedVideoUrl(videoUrl, content.id, location.origin));
  const { stored, keep, forget } = useKeptPart(content.id);
  const [isSaving, setSaving] = useState(false);
  const { trim } = content;
  const isPrepared = content.encodingStatus === ENCODING.done;
  const open = useEffectEvent(() => source.state === 'preparing' && retry());
  useEffect(() => {
    if (isPrepared) open();
  }, [isPrepared]);
  // While it is saved, the row changes before the page is left.
  if (trim && trim.status >= 0 && trim.status < ENCODING.done && !isSaving)
    return <Running id={content.id} trim={trim} />;
  if (source.state === 'loading' || !stored)
    return (
      <Page>
        <Skeleton shape="card" count={1} />
      </Page>
    );
  if (source.state !== 'ready') return <Problem state={source.state} content={content} onRetry={retry} />;

  const save = async (mode: TrimMode, { startMs, endMs }: Part) => {
    if (isSaving) return;
    setSaving(true);
    try {
      const input = { id: content.id, mode, startMs, endMs, copyId: newId() };
      await act(trimContent, input, { dependsOn: content.isUploading ? content.id : null });
      await forget();
      const saved = mode === 'copy' ? videoEditorText.copied : videoEditorText.replaced;
      showToast({ text: content.isUploading ? videoEditorText.afterUpload : saved, kind: 'success' });
      // The confirmation has closed, but its entry in the history may still be there.
      await overlaysGone();
      goBack();
    } catch {
      // It was reported.
      setSaving(false);
    }
  };
  return (
    <>
      {trim && trim.status < 0 && trim.reason !== null && (
        <div className="page">
          <Note tone="danger" action={<CancelButton id={content.id} label={videoEditorText.dismiss} />}>
            {trim.reason}
          </Note>
        </div>
      )}
      <Editor
        key={source.url}
        name={content.title}
        url={source.url}
        durationMs={(content.duration ?? 0) * 1000}
        poster={content.thumbnail ?? undefined}
        isPublished={content.isPublished}
        // What is being saved is not kept again.
        kept={{ part: stored.part, keep: isSaving ? () => {} : keep }}
        onFailed={refuse}
        onSave={(mode, part) => void save(mode, part)}
      />
    </>
  );
}

/** An edit, or another file in place of this one, that is being made. */
function Running({ id, trim }: { id: string; trim: NonNullable<OwnMedia['trim']> }) {
  return (
    <Page>
      <Note action={<CancelButton id={id} label={trim.isFile ? replaceFileText.cancel : videoEditorText.cancelEdit} />}>
        {trim.reason ?? (trim.isFile ? replaceFileText.running : videoEditorText.running)}
      </Note>
    </Page>
  );
}

/** Ends an edit, or removes the notice of one that failed. */
function CancelButton({ id, label }: { id: string; label: string }) {
  const act = useAct();
  return (
    <Button variant="outline" size="m" onClick={() => void act(cancelTrim, { id }).catch(() => {})}>
      {label}
    </Button>
  );
}

const PROBLEMS = {
  offline: videoEditorText.offline,
  preparing: videoEditorText.preparing,
  failed: videoEditorText.notLoaded,
} as const;

interface ProblemProps {
  state: keyof typeof PROBLEMS;
  content: OwnMedia;
  onRetry: () => void;
}

function Problem({ state, content, onRetry }: ProblemProps) {
  return (
    <Page>
      <Note
        tone="warn"
        role="alert"
        action={
          <Button variant="outline" size="m" onClick={onRetry}>
            {videoEditorText.retry}
          </Button>
        }
      >
        {PROBLEMS[state]}
      </Note>
      {/* Outside of the alert: it changes often. */}
      {state === 'preparing' && !content.isUploading && <p className="t-small t-2">{preparingWords(content)}</p>}
    </Page>
  );
}
