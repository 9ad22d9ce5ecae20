import { EXTENSIONS } from '#store/uploads/kinds.ts';
import { filesOfEntry, filesOfHandle } from './walk-folders.ts';

/** A chosen file, with a handle to it where the browser gives one: it can be read again after a restart. */
export interface PickedFile {
  file: File;
  handle?: FileSystemFileHandle | undefined;
  /** The chosen folder that it is in, and those around that one, the outermost first; undefined for a single file. */
  path?: readonly string[];
}

interface PickerOptions {
  multiple: boolean;
  types: { accept: Record<string, string[]> }[];
}
type Picker = (options: PickerOptions) => Promise<FileSystemFileHandle[]>;

const dotted = (kind: keyof typeof EXTENSIONS): string[] => EXTENSIONS[kind].map((extension) => `.${extension}`);

/** Opens the browser's picker that gives handles; call it in a click. @returns Nothing if the person chose nothing. */
export const pickWithHandles = (multiple: boolean): Promise<PickedFile[]> => {
  const accept = { 'video/*': dotted('video'), 'audio/*': dotted('audio'), 'application/pdf': dotted('text') };
  const { showOpenFilePicker } = globalThis as unknown as { showOpenFilePicker: Picker };
  return showOpenFilePicker({ multiple, types: [{ accept }] }).then(filesOf, () => []);
};

const filesOf = (handles: readonly FileSystemFileHandle[]): Promise<PickedFile[]> =>
  Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })));

/** The files that were dropped and those in dropped folders, with their handles. Call it in the event: its data end with it. */
export const droppedFiles = async (data: DataTransfer): Promise<PickedFile[]> => {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const dropped = await Promise.all(
    items.map(async (item): Promise<PickedFile[]> => {
      const file = item.getAsFile();
      const entry = item.webkitGetAsEntry?.();
      const handle = await (item as HandleItem).getAsFileSystemHandle?.().catch(() => null);
      if (handle?.kind === 'directory') return filesOfHandle(handle as FileSystemDirectoryHandle);
      if (entry?.isDirectory) return filesOfEntry(entry as FileSystemDirectoryEntry);
      if (!file) return [];
      return handle
        ? [{ handle: handle as FileSystemFileHandle, file: await (handle as FileSystemFileHandle).getFile() }]
        : [{ file }];
    }),
  );
  return dropped.flat();
};

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };
