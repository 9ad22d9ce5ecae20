import { createFolderStore } from './folder.ts';
import type { FolderStore } from './index.ts';
import type { ObjectsConfig } from '#server/config-objects.ts';

export interface OpenObjects {
  store: FolderStore;
  /** @throws S3Error with a plain sentence if the bucket cannot be used. */
  check(): Promise<void>;
  /** Resolves when nothing waits in the folder that belongs to S3. */
  settled(): Promise<void>;
  close(): void;
}

/**
 * Opens the store of a configuration. The SDK is loaded only for S3: it is 30 MB of memory.
 *
 * @param onMoveFailed See S3StoreOptions.
 */
export const openObjects = async (
  config: ObjectsConfig,
  onMoveFailed: (error: unknown) => void = () => {},
): Promise<OpenObjects> => {
  if (config.kind === 'folder') {
    const nothing = async () => {};
    return { store: createFolderStore(config.path), check: nothing, settled: nothing, close: () => {} };
  }
  const { createS3Store } = await import('./s3.ts');
  const store = createS3Store({ s3: config.s3, folder: config.path, onMoveFailed });
  return { store, check: () => store.check(), settled: () => store.moveAll(), close: () => store.close() };
};
