import { Suspense, useEffect, useState } from 'react';
import { readEncoding } from '#contract/upload.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import { preparingWords } from '#contract/text/upload-preparing.ts';
import { libraryText } from '#contract/text/library-page.ts';
import { CallError } from '#store/api.ts';
import type { SavedMedia } from '#store/database.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DownloadIcon } from '#ui/icons.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Note } from '#ui/states/note.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { formatFileSize, formatFullDate, formatLength } from '#app/format/format.ts';
import { useOwnCaptions, usePlayerCaptions } from '#app/data/captions.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useOnline } from '#app/device/traffic.ts';
import { readinessOf } from './content-query.ts';
import { useDownload } from './use-download.ts';

const Player = lazyPart(async () => (await import('#ui/player/player.tsx')).Player);
const PdfViewer = lazyPart(async () => (await import('#ui/pdf/pdf-viewer.tsx')).PdfViewer);

export interface PreviewSheetProps {
  open: boolean;
  onClose: () => void;
  content: LibraryContent;
}

/** Plays or shows an own file, from this device if it is stored here, else from the server. Source: D-94, D-358. */
export function PreviewSheet({ open, onClose, content }: PreviewSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={content.title} full>
      <div className="stack">
        {open && <Preview content={content} />}
        <PreviewFacts content={content} />
        <DownloadOriginal content={content} />
      </div>
    </Sheet>
  );
}

/** Saves the file as it was uploaded or last cut; not for one that cannot be used, of which the server keeps no bytes. */
function DownloadOriginal({ content }: Pick<PreviewSheetProps, 'content'>) {
  const isOnline = useOnline();
  const download = useDownload();
  const readiness = readinessOf(content);
  if (readiness === 'failed' || readiness === 'rejected') return null;
  return (
    <>
      <Button variant="outline" block icon={<DownloadIcon />} disabled={!isOnline} onClick={() => download(content)}>
        {contentActionText.download(formatFileSize(content.originFileSize))}
      </Button>
      {!isOnline && <p className="t-small t-2">{contentActionText.needsNetwork}</p>}
    </>
  );
}

/** File, length, size and day. */
export function PreviewFacts({ content }: Pick<PreviewSheetProps, 'content'>) {
  return (
    <p className="t-small t-2">
      {[
        content.filename,
        formatLength(content),
        formatFileSize(content.originFileSize),
        formatFullDate(content.createdAt),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

/** A file of before an edit has another size, one that was replaced another identity. */
const isCopyOf = ({ bytes, version }: SavedMedia, { originFileSize, sha256 }: LibraryContent): boolean =>
  bytes === originFileSize && (!version || !sha256 || version === sha256);

/** Plays or shows an own file. */
export function Preview({ content }: { content: LibraryContent }) {
  const saved = useLive(async (db) => (await db.savedMedia.get(content.id)) ?? null, [content.id]);
  const readiness = readinessOf(content);
  if (readiness === 'failed') return <Note tone="danger">{content.reviewReason ?? libraryText.failedToPrepare}</Note>;
  if (readiness === 'preparing')
    return (
      <>
        <Note>{content.reviewReason ?? contentActionText.notReady}</Note>
        {!content.reviewReason && <p className="t-small t-2">{preparingWords(content)}</p>}
      </>
    );
  if (saved === undefined) return <Skeleton shape="card" count={1} />;
  return saved?.blob && isCopyOf(saved, content) ? (
    <Media content={content} blob={saved.blob} />
  ) : (
    <RemotePreview key={content.sha256 ?? content.originFileSize} content={content} />
  );
}

function RemotePreview({ content }: { content: LibraryContent }) {
  const callOnline = useOnlineCall();
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const load = async () => {
      try {
        const { data } = await callOnline(readEncoding, { contentId: content.id });
        const address = data.embedUrlList[0]?.https.source.progressive;
        if (isLeft) return;
        if (address) setUrl(address);
        else setProblem(contentActionText.notReady);
      } catch (error) {
        if (isLeft || !(error instanceof CallError)) return;
        setProblem(error.kind === 'offline' ? contentActionText.previewOffline : contentActionText.previewFailed);
      }
    };
    void load();
    return () => {
      isLeft = true;
    };
  }, [callOnline, content.id, round]);
  const retry = () => {
    setProblem(undefined);
    setRound(round + 1);
  };
  if (problem)
    return (
      <Note
        tone="warn"
        role="alert"
        action={
          <Button variant="outline" size="m" onClick={retry}>
            {contentActionText.retry}
          </Button>
        }
      >
        {problem}
      </Note>
    );
  return url ? <Media content={content} url={url} onExpired={retry} /> : <Skeleton shape="card" count={1} />;
}

function Media({
  content,
  url,
  blob,
  onExpired,
}: {
  content: LibraryContent;
  url?: string;
  blob?: Blob;
  onExpired?: () => void;
}) {
  const { captions } = useOwnCaptions(content.id, content.type !== 'text');
  const spoken = usePlayerCaptions(captions);
  return (
    <Suspense fallback={<Skeleton shape="card" count={1} />}>
      {content.type === 'text' ? (
        <PdfViewer title={content.title} source={{ url, blob }} />
      ) : (
        <Player
          kind={content.type}
          title={content.title}
          source={{ mp4Url: url, blob }}
          sticky={false}
          onExpired={onExpired}
          poster={content.thumbnail ?? undefined}
          durationMs={(content.duration ?? 0) * 1000}
          {...spoken}
        />
      )}
    </Suspense>
  );
}
