import type { Scope } from '#contract/ids.ts';
import { CallError, toCallError } from './api.ts';
import { readAccessToken, refreshSession } from './session.ts';

/** Longest wait for the answer to a small file, ms. */
const TIMEOUT_MS = 120_000;

/**
 * Sends a small file whose address carries its hash, and refreshes an expired session once. Idempotent: the server stores it by
 * hash.
 *
 * @param path Path below `/api`.
 * @throws CallError as sendCall.
 */
export const putBytes = async (userId: string, path: string, blob: Blob, scope?: Scope): Promise<void> => {
  const send = async (accessToken: string): Promise<void> => {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`/api${path}`, {
        method: 'PUT',
        body: blob,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: 'same-origin',
        redirect: 'error',
        headers: {
          Authorization: `Bearer ${accessToken}`,
          ...(scope && { 'X-Scope': scope }),
          'Content-Type': 'application/octet-stream',
        },
      });
      text = await response.text();
    } catch (cause) {
      throw new CallError('offline', { cause });
    }
    if (!response.headers.get('Content-Type')?.startsWith('application/json'))
      throw new CallError('offline', { status: response.status });
    if (!response.ok) throw toCallError(response, text);
  };
  const token = await readAccessToken(userId);
  try {
    await send(token ?? (await refreshSession(userId, undefined)));
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    await send(await refreshSession(userId, token));
  }
};
