import { toWire, type Call, type InputOf } from '#contract/call.ts';
import { CallError, toCallError } from './api.ts';
import { withAccessToken } from './session.ts';

/** Longest wait for a small file, ms. */
const TIMEOUT_MS = 120_000;

/**
 * Reads the file that a call answers with. The access token is a header, so no address that opens the file is ever
 * stored or shown. The bytes have no type: a browser saves them and shows none of them.
 *
 * @throws CallError as callAs; `offline` also if the answer is not a whole download of the server.
 */
export const getFile = <C extends Call>(userId: string, call: C, input: InputOf<C>): Promise<Blob> =>
  withAccessToken(userId, async (accessToken) => {
    const { url } = toWire(call, input as Record<string, unknown>);
    let response: Response;
    let blob: Blob;
    try {
      response = await fetch(url, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        headers: { Authorization: `Bearer ${accessToken}` },
      });
      blob = await response.blob();
    } catch (cause) {
      throw new CallError('offline', { cause });
    }
    if (!response.ok && response.headers.get('Content-Type')?.startsWith('application/json'))
      throw toCallError(response, await blob.text());
    const length = response.headers.get('Content-Length');
    const isDownload = response.headers.get('Content-Disposition')?.startsWith('attachment') === true;
    if (!response.ok || !isDownload || (length !== null && Number(length) !== blob.size))
      throw new CallError('offline', { status: response.status });
    return blob.slice(0, blob.size, 'application/octet-stream');
  });
