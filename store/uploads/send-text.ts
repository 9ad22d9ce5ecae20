import { createContent, uploadCredentials } from '#contract/library.ts';
import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts';
import { CallError, toCallError } from '../api.ts';
import { callAs } from '../session.ts';
import { sendInFolder } from './in-folder.ts';
import type { StoredUploadJob } from './job.ts';
import type { Sent } from './send-chunks.ts';
import type { SendDeps } from './send-deps.ts';
import { classify } from './failure.ts';

/**
 * Makes the record of a PDF on the server before its bytes are sent. Idempotent.
 *
 * @throws UploadFailure. Source: UPL-014, UPL-048, D-110, D-111.
 */
export const makeRecord = (job: StoredUploadJob, deps: SendDeps, signal: AbortSignal): Promise<void> =>
  sendInFolder(job, deps, async (parentFolder) => {
    try {
      const { output } = await callAs(
        job.owner,
        createContent,
        {
          contentId: job.id,
          confirmToken: job.id,
          filename: job.name,
          type: job.type,
          fileSize: job.size,
          fileFormat: 'pdf',
          parentFolder,
          ...(job.pagesCount ? { pagesCount: job.pagesCount } : {}),
        },
        { scope: job.scope, signal },
      );
      await deps.db.uploadJobs.update(job.id, { storedName: output.filename, percent: 20 });
    } catch (error) {
      throw await classify(error, signal);
    }
  });

/** Sends a small PDF in one request, to the address that the server signed for it. @throws UploadFailure. */
export const sendSmallPdf = async (
  job: StoredUploadJob,
  file: Blob,
  { db }: SendDeps,
  signal: AbortSignal,
): Promise<Sent> => {
  try {
    const { output } = await callAs(job.owner, uploadCredentials, { id: job.id }, { scope: job.scope, signal });
    await db.uploadJobs.update(job.id, { percent: 50 });
    await put(output.url, output.headers, file, signal);
    return { contentId: job.id, filename: null };
  } catch (error) {
    throw await classify(error, signal);
  }
};

const put = async (url: string, headers: Record<string, string>, body: Blob, signal: AbortSignal): Promise<void> => {
  // Read before the request: a missing file must not look like a missing network.
  const bytes = await body.arrayBuffer();
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'PUT',
      headers,
      body: bytes,
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)]),
    });
    text = await response.text();
  } catch (cause) {
    throw new CallError('offline', { cause });
  }
  if (response.status !== 204 && !response.headers.get('Content-Type')?.startsWith('application/json'))
    throw new CallError('offline', { status: response.status });
  // The address has expired: treated as offline, so that the retry gets a new one.
  if (response.status === 410) throw new CallError('offline', { status: 410, code: 'upload.url_expired' });
  if (!response.ok) throw toCallError(response, text);
};
