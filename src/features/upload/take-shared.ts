import { UPLOAD_FILES_MAX } from '#contract/limits.ts';
import { noRoomText } from '#contract/text/library.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { Scope } from '#contract/ids.ts';
import type { AccountDatabase } from '#store/database.ts';
import { kindOf } from '#store/uploads/kinds.ts';
import { forgetShared, type SharedFile } from '#store/uploads/shared-inbox.ts';
import { addJobs, type UploadFile } from '#store/uploads/add-jobs.ts';
import { holdPage } from '#store/uploads/page-lock.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { ofOtherOwner } from '#app/data/plan-owner.ts';
import { takeFiles } from './take-files.ts';

export interface TakeShared {
  db: AccountDatabase;
  userId: string;
  scope: Scope;
  shared: readonly SharedFile[];
}

const fileOf = ({ file, name, lastModifiedMs }: SharedFile): File =>
  new File([file], name, { type: file.type, lastModified: lastModifiedMs });

/**
 * Makes uploads of shared files, as many at a time as may be picked. A file leaves the inbox only once its upload has a
 * copy of its own, or was refused with a message: a kill before that takes it again, under the same id.
 */
export const takeShared = async ({ shared, ...account }: TakeShared): Promise<void> => {
  await holdPage();
  for (let from = 0; from < shared.length; from += UPLOAD_FILES_MAX)
    await takeSome({ ...account, shared: shared.slice(from, from + UPLOAD_FILES_MAX) });
};

const takeSome = async ({ db, userId, scope, shared }: TakeShared): Promise<void> => {
  const noted = new Map<File, StoredUploadJob>();
  const files: File[] = [];
  const before = await db.uploadJobs.bulkGet(shared.map(({ id }) => id));
  for (const [index, each] of shared.entries()) {
    if (isKept(before[index])) continue;
    const file = fileOf(each);
    files.push(file);
    const type = kindOf(file.name);
    if (type) noted.set(file, await noteShared({ db, userId, scope }, { file, type, id: each.id }));
  }
  const organization = ofOtherOwner(await db.me.get(userId), scope);
  const text = organization === undefined ? uploadText.outOfStorage : noRoomText.fullOf(organization);
  const onOutOfRoom = () => showToast({ text, kind: 'failure' });
  await takeFiles({ db, userId, scope, files, noted: Promise.resolve(noted), onOutOfRoom });
  const jobs = await db.uploadJobs.bulkGet(shared.map(({ id }) => id));
  await forgetShared(shared.filter((_, index) => !jobs[index] || isKept(jobs[index])).map(({ id }) => id));
};

const isKept = (job: StoredUploadJob | undefined): boolean =>
  job !== undefined && (job.keptIn === 'opfs' || job.keptIn === 'idb' || job.contentId !== null);

/** The job of a shared file; one that a killed page has left begins again. */
const noteShared = async (
  { db, userId, scope }: Omit<TakeShared, 'shared'>,
  upload: UploadFile & { id: string },
): Promise<StoredUploadJob> => {
  await db.uploadJobs.delete(upload.id);
  const [job] = await addJobs(db, { files: [upload], owner: userId, scope, folderId: null, isUnchecked: true });
  return job!;
};
