import { isQuotaError } from '#store/door.ts';
import { keepShared } from '#store/uploads/shared-inbox.ts';
import { worker } from './worker-global.ts';

/** Where the browser sends what other apps share (public/manifest.webmanifest), and the page that goes on with it. */
const SHARE_PATH = '/share';
const SHARED_PAGE = '/shared';

/**
 * Takes what another app shares: files are on this device before the browser is sent on, also offline and signed out.
 * Source: decision 0043.
 */
export const takeShares = (): void => {
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'POST' || origin !== worker.location.origin || pathname !== SHARE_PATH) return;
    event.respondWith(take(request));
  });
};

const take = async (request: Request): Promise<Response> => {
  let outcome: 'files' | 'text' | 'full' | 'failed';
  try {
    // Files in a form are kept by the browser outside of this worker's memory.
    const form = await request.formData();
    const files = form.getAll('files').filter((each) => typeof each !== 'string' && each.size > 0) as File[];
    if (files.length > 0) await keepShared(files);
    outcome = files.length > 0 ? 'files' : 'text';
  } catch (error) {
    outcome = isQuotaError(error) ? 'full' : 'failed';
  }
  return Response.redirect(`${SHARED_PAGE}?outcome=${outcome}`, 303);
};
