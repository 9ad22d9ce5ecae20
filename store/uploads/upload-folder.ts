/** Name of an account's folder in the origin's private file system, with the local copies of unfinished uploads. */
export const uploadFolder = (databaseName: string): string => `uploads-${databaseName}`;

/** Whether there is that folder: a file was copied there once. */
export const hasUploadFolder = async (databaseName: string): Promise<boolean> => {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return false;
  return navigator.storage
    .getDirectory()
    .then((root) => root.getDirectoryHandle(uploadFolder(databaseName)))
    .then(
      () => true,
      () => false,
    );
};

/**
 * Deletes that folder; part of signing out.
 *
 * @returns False if a file in it is still open: it must be deleted later.
 */
export const deleteUploadFolder = async (databaseName: string): Promise<boolean> => {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return true;
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(uploadFolder(databaseName), { recursive: true });
    return true;
  } catch (error) {
    return (error as { name?: unknown }).name !== 'NoModificationAllowedError';
  }
};
