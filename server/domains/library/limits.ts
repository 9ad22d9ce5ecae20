import type { ContentType } from '#contract/rows.ts';
import { Problem } from '#contract/problems.ts';
import { announcedKind } from '#server/adapters/media/index.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

const DEFAULT = { value: 500, unit: 'MB' };
const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/**
 * Whether a file may be taken, by its name and announced size.
 *
 * @throws Problem `upload.wrong_type` for an extension of another kind, `upload.too_large` above the server variable
 * or the ceiling of the server. Source: UPL-034…UPL-036, D-16.
 */
export const checkAnnounced = async (
  { config }: Services,
  db: Db,
  file: { name: string; type: ContentType; sizeBytes: number },
): Promise<void> => {
  if (announcedKind(file.name) !== file.type)
    throw new Problem('upload.wrong_type', { name: file.name, type: file.type });
  const variable = file.type === 'text' ? 'MAX_TEXT_CONTENT_SIZE' : 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE';
  const row =
    (await db.selectFrom('variables').select(['value', 'unit']).where('name', '=', variable).executeTakeFirst()) ??
    DEFAULT;
  const mostBytes = row.value * (UNITS[row.unit.toUpperCase()] ?? 1e6);
  if (file.sizeBytes > mostBytes)
    throw new Problem('upload.too_large', { name: file.name, value: row.value, unit: row.unit });
  if (file.sizeBytes > config.uploadCeilingBytes)
    throw new Problem('upload.too_large', { name: file.name, value: config.uploadCeilingBytes / 1e6, unit: 'MB' });
};
