import type { PickedFile } from './pick-files.ts';

/** Files that systems leave in folders and no person put there. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

type DirectoryHandle = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };

/** All files of a folder and of those in it, with handles. @param path The folders around them, the outermost first. */
export const filesOfHandle = async (
  folder: FileSystemDirectoryHandle,
  path: readonly string[] = [],
): Promise<PickedFile[]> => {
  const inside = [...path, folder.name];
  const found: PickedFile[] = [];
  for await (const each of (folder as DirectoryHandle).values()) {
    if (isHidden(each.name)) continue;
    if (each.kind === 'directory') found.push(...(await filesOfHandle(each as FileSystemDirectoryHandle, inside)));
    else {
      const handle = each as FileSystemFileHandle;
      found.push({ handle, file: await handle.getFile(), path: inside });
    }
  }
  return found;
};

/** All files of a dropped folder, where the browser gives no handle. */
export const filesOfEntry = async (
  folder: FileSystemDirectoryEntry,
  path: readonly string[] = [],
): Promise<PickedFile[]> => {
  const inside = [...path, folder.name];
  const found: PickedFile[] = [];
  for (const each of await entriesOf(folder)) {
    if (isHidden(each.name)) continue;
    if (each.isDirectory) found.push(...(await filesOfEntry(each as FileSystemDirectoryEntry, inside)));
    else {
      const file = await new Promise<File>((resolve, reject) => (each as FileSystemFileEntry).file(resolve, reject));
      found.push({ file, path: inside });
    }
  }
  return found;
};

/** A reader gives some entries at a time, in Chromium 100, and none at the end. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
};

/** The files of a folder input, which names their folders in a path. A browser without folders gives plain files. */
export const filesOfInput = (files: readonly File[]): PickedFile[] =>
  files
    .filter(({ name }) => !isHidden(name))
    .map((file) => {
      const path = file.webkitRelativePath.split('/').slice(0, -1);
      return path.length > 0 ? { file, path } : { file };
    });

/** Opens the browser's folder picker that gives handles; call it in a click. @returns Nothing if nothing was chosen. */
export const pickFolder = async (): Promise<PickedFile[]> => {
  const { showDirectoryPicker } = globalThis as unknown as {
    showDirectoryPicker: (options: { mode: 'read' }) => Promise<FileSystemDirectoryHandle>;
  };
  const folder = await showDirectoryPicker({ mode: 'read' }).catch(() => undefined);
  return folder ? filesOfHandle(folder) : [];
};
