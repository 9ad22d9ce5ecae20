import { ENCODING } from '#contract/encoding.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';

/** What editors need to know of a content. */
export interface OwnMedia extends Pick<
  LibraryContent,
  | 'id'
  | 'title'
  | 'type'
  | 'originFileSize'
  | 'duration'
  | 'thumbnail'
  | 'encodingStatus'
  | 'encodingProgress'
  | 'minutesLeft'
  | 'trim'
> {
  /** It is on a channel or goes there on its own, so an edit cannot replace it. */
  isPublished: boolean;
  /** The edit waits for the upload. */
  isUploading: boolean;
}

/**
 * A content of the scope, or the file that is still uploading and becomes it (docs/decisions/0006).
 *
 * @returns Undefined if there is none.
 */
export const readOwnMedia = async (db: AccountDatabase, id: string, scope: string): Promise<OwnMedia | undefined> => {
  const [row, job] = await Promise.all([db.contents.get(id), db.uploadJobs.get(id)]);
  const isUploading = job !== undefined && job.contentId === null;
  if (row) {
    // What is held back goes live only when an edit is made, or its owner says so.
    const isPublished = row.isPublished && row.published?.isHeld !== true;
    return row.scope === scope ? { ...row, isPublished, isUploading } : undefined;
  }
  if (!isUploading || job.scope !== scope || job.state === 'cancelled') return undefined;
  const publication = await db.publications
    .where('contentId')
    .equals(id)
    .filter((each) => !each.isDeleted)
    .first();
  return {
    id,
    title: job.name.replace(/(?!^)\.[^.]*$/, ''),
    type: job.type,
    originFileSize: job.size,
    duration: null,
    thumbnail: null,
    isPublished: publication !== undefined,
    encodingStatus: ENCODING.queued,
    encodingProgress: 0,
    trim: null,
    isUploading,
  };
};
