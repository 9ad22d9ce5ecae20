import { isQuotaError } from '#store/door.ts';
import { keepShared } from '#store/uploads/shared-inbox.ts';

/** The page that goes on with what was shared. */
const SHARED_PAGE = '/shared';

/**
 * Takes what another app shares: files are on this device before the browser is sent on, also offline and signed out.
 * Source: decision 0043.
 */
export const takeShare = async (request: Request): Promise<Response> => {
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
