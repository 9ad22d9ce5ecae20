import { downloadLink } from '#contract/library.ts';
import type { OutputOf } from '#contract/call.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import type { AccountDatabase } from '#store/database.ts';
import { callAs } from '#store/session.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { saveLink } from '#app/device/save-link.ts';

const MIME: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  avi: 'video/x-msvideo',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
};
/** Storage to leave free after keeping a file for offline playback: queue and data have priority, bytes. */
const SPARE_BYTES = 200_000_000;

interface Download {
  db: AccountDatabase;
  userId: string;
  scope: string;
  content: LibraryContent;
}

type Link = OutputOf<typeof downloadLink>;

/**
 * Saves the original to the person's downloads, by a link that works for some minutes. What can be played offline is read
 * by the app, which also keeps it; anything else is left to the browser, which needs no memory for it and continues after
 * a break. Reports the result in a toast. Source: LIB-034, D-101, D-207, D-358; docs/decisions/0044.
 */
export const downloadContent = async (download: Download): Promise<void> => {
  const { content } = download;
  const begun = showToast({ text: contentActionText.downloading(content.filename) });
  try {
    const { output: link } = await callAs(download.userId, downloadLink, { id: content.id }, { scope: download.scope });
    const type = MIME[link.filename.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream';
    const text = (await isKept(download, { type, bytes: link.sizeBytes }))
      ? await saveThroughApp(download, link, type)
      : await leaveToBrowser(link);
    begun();
    showToast({ text, kind: 'success' });
  } catch {
    begun();
    showToast({ text: contentActionText.downloadFailed, kind: 'failure' });
  }
};

const saveThroughApp = async ({ db, content }: Download, link: Link, type: string): Promise<string> => {
  const blob = (await fetchWhole(link)).slice(0, link.sizeBytes, type);
  const url = URL.createObjectURL(blob);
  saveLink(url, link.filename);
  // Once the download has started, the browser has its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  await db.savedMedia
    .put({
      id: content.id,
      contentType: type,
      blob,
      bytes: blob.size,
      savedAtMs: Date.now(),
      ...(content.sha256 ? { version: content.sha256 } : {}),
    })
    .catch(() => {});
  return contentActionText.downloaded(link.filename);
};

const leaveToBrowser = async (link: Link): Promise<string> => {
  lengthOf(await fetch(link.url, { method: 'HEAD', cache: 'no-store' }));
  saveLink(link.url, link.filename);
  return contentActionText.browserDownloads(link.filename);
};

/** @throws Error without a Content-Length. Source: LIB-034. */
const lengthOf = (response: Response): number => {
  const length = response.headers.get('Content-Length');
  if (!response.ok || length === null) throw new Error(`The download answered ${response.status}`);
  return Number(length);
};

/** @throws Error without a Content-Length, or if fewer bytes arrived than announced. */
const fetchWhole = async ({ url }: Link): Promise<Blob> => {
  const response = await fetch(url, { cache: 'no-store' });
  const length = lengthOf(response);
  const blob = await response.blob();
  if (blob.size !== length) throw new Error('The file did not come whole');
  return blob;
};

/** Whether the file can be played offline, and the device has room for it. */
const isKept = async ({ content }: Download, { type, bytes }: { type: string; bytes: number }): Promise<boolean> => {
  const canPlay = content.type === 'text' || document.createElement(content.type).canPlayType(type) !== '';
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return canPlay && bytes + SPARE_BYTES <= quota - usage;
};
