import type { ContentType } from '#contract/rows.ts';
import { Problem } from '#contract/problems.ts';
import { announcedKind } from '#server/adapters/media/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { readMaxSize } from '../pages/index.ts';

/**
 * Checks the name and the announced size of a new file.
 *
 * @throws Problem `upload.wrong_type` for an extension of another kind, `upload.too_large` above the server variable
 * or the ceiling of the server. Source: UPL-034…UPL-036, D-16.
 */
export const checkNewFile = async (
  { config }: Services,
  db: Db,
  file: { name: string; type: ContentType; sizeBytes: number },
): Promise<void> => {
  if (announcedKind(file.name) !== file.type)
    throw new Problem('upload.wrong_type', { name: file.name, type: file.type });
  const most = await readMaxSize(
    db,
    file.type === 'text' ? 'MAX_TEXT_CONTENT_SIZE' : 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE',
  );
  if (file.sizeBytes > most.bytes)
    throw new Problem('upload.too_large', { name: file.name, value: most.value, unit: most.unit });
  if (file.sizeBytes > config.uploadCeilingBytes)
    throw new Problem('upload.too_large', { name: file.name, value: config.uploadCeilingBytes / 1e6, unit: 'MB' });
};
