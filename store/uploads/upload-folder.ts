/** Name of an account's folder in the origin's private file system, with the local copies of unfinished uploads. */
export const uploadFolder = (databaseName: string): string => `uploads-${databaseName}`;

/** Deletes that folder; part of signing out. */
export const deleteUploadFolder = async (databaseName: string): Promise<void> => {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return;
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(uploadFolder(databaseName), { recursive: true }).catch(() => {});
};
