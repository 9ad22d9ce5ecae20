import { downloadContent as downloadCall } from '#contract/library.ts';
import { toWire } from '#contract/call.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import type { AccountDatabase } from '#store/database.ts';
import { readAccessToken, refreshSession } from '#store/session.ts';
import { showToast } from '#ui/toast.ts';

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

/**
 * Saves the original to the person's downloads, and also keeps it in the app if it can be played offline. Reports the
 * result in a toast. Source: LIB-034, D-101, D-358.
 */
export const downloadContent = async (download: Download): Promise<void> => {
  const { content } = download;
  showToast({ text: contentActionText.downloading(content.filename) });
  try {
    const blob = await fetchFile(download);
    hand(blob, content.filename);
    await keepForOffline(download, blob).catch(() => {});
    showToast({ text: contentActionText.downloaded(content.filename), kind: 'success' });
  } catch {
    showToast({ text: contentActionText.downloadFailed, kind: 'failure' });
  }
};

/** @throws Error without a Content-Length, or if fewer bytes arrived than announced. */
const fetchFile = async ({ userId, scope, content }: Download): Promise<Blob> => {
  const { url } = toWire(downloadCall, { id: content.id });
  const send = (token: string) =>
    fetch(url, { headers: { Authorization: `Bearer ${token}`, 'X-Scope': scope }, cache: 'no-store' });
  const token = (await readAccessToken(userId)) ?? (await refreshSession(userId, undefined));
  let response = await send(token);
  if (response.status === 401) response = await send(await refreshSession(userId, token));
  const length = response.headers.get('Content-Length');
  if (!response.ok || length === null) throw new Error(`The download answered ${response.status}`);
  const blob = await response.blob();
  if (blob.size !== Number(length)) throw new Error('The file did not come whole');
  return blob.slice(
    0,
    blob.size,
    MIME[content.filename.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream',
  );
};

const hand = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once the download has started, the browser has its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const keepForOffline = async ({ db, content }: Download, blob: Blob): Promise<void> => {
  const canPlay = content.type === 'text' || document.createElement(content.type).canPlayType(blob.type) !== '';
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (!canPlay || blob.size + SPARE_BYTES > quota - usage) return;
  await db.savedMedia.put({ id: content.id, contentType: blob.type, blob, bytes: blob.size, savedAtMs: Date.now() });
};
