import type { WatchDetail } from '#contract/channels.ts';
import type { AccountDatabase } from '#store/database.ts';
import { isQuotaError } from '#store/door.ts';

export class NoRoomError extends Error {}

/** Storage to leave free besides the file: queue and data have priority over media, bytes. */
const SPARE_BYTES = 50_000_000;

/**
 * Downloads a whole item and stores it on this device; playback and seeking work offline.
 *
 * @param onPercent Called with the progress, whole percent.
 * @throws NoRoomError if the device has no room; Error if the download is incomplete.
 */
export const saveOffline = async (
  db: AccountDatabase,
  detail: WatchDetail,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const url = detail.type === 'text' ? detail.url : detail.progressiveUrl;
  if (!url) throw new Error('No media address');
  const expected = detail.progressiveSize ?? 0;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (expected + SPARE_BYTES > quota - usage) throw new NoRoomError();
  void navigator.storage?.persist?.();
  const response = await fetch(url, { signal });
  if (response.status !== 200 || !response.body) throw new Error(`Media answered ${response.status}`);
  const length = Number(response.headers.get('Content-Length') ?? expected);
  const contentType = response.headers.get('Content-Type') ?? 'application/octet-stream';
  const parts: BlobPart[] = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.byteLength;
    onPercent(length > 0 ? Math.floor((received / length) * 100) : 0);
  }
  if (length > 0 && received !== length) throw new Error('The file did not come whole');
  try {
    await db.savedMedia.put({
      id: detail.id,
      contentType,
      blob: new Blob(parts, { type: contentType }),
      bytes: received,
      savedAtMs: Date.now(),
    });
  } catch (error) {
    throw isQuotaError(error) ? new NoRoomError() : error;
  }
};
