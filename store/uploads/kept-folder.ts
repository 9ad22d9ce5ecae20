/** Folder of the origin's private file system in which an account keeps the files of unfinished uploads. */
export const keptFolder = (databaseName: string): string => `uploads-${databaseName}`;

/** Lets go of everything an account kept outside its database; part of signing out. */
export const dropKeptFolder = async (databaseName: string): Promise<void> => {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return;
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  await root?.removeEntry(keptFolder(databaseName), { recursive: true }).catch(() => {});
};
