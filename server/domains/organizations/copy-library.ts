import { createHash } from 'node:crypto';
import { organizationScope, userScope } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { Services } from '#server/services.ts';
import { copyToScope, findCopyable } from '../library/index.ts';

/** The same id for the same copy, so that a job that runs again copies nothing twice. */
const copyIdOf = (organizationId: string, contentId: string): string => {
  const hex = createHash('sha256').update(`copy:${organizationId}:${contentId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Copies the Library of the person who registered an organization to it: links, not bytes. What does not fit into its
 * storage is left out. Source: D-231.
 */
export const copyLibrary = async (services: Services, organizationId: string, signal: AbortSignal): Promise<void> => {
  const { database, log, now, wake } = services;
  const row = await database.db
    .selectFrom('organizations')
    .select(['registered_by as ownerId', 'library_copied_at as copiedAt'])
    .where('id', '=', organizationId)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (!row?.ownerId || row.copiedAt) return;
  const { ownerId } = row;
  const scope = organizationScope(organizationId);
  for (const contentId of await findCopyable(database.db, userScope(ownerId))) {
    if (signal.aborted) throw new Error('stopped');
    try {
      await database.db
        .transaction()
        .execute((tx) =>
          copyToScope(tx, services, contentId, { id: copyIdOf(organizationId, contentId), scope, createdBy: ownerId }),
        );
    } catch (error) {
      // What an operator removed stays where it is.
      if (error instanceof Problem && error.code === 'publish.removed') continue;
      if (!(error instanceof Problem) || error.code !== 'library.out_of_storage') throw error;
      log.warn({ organizationId, contentId }, 'no room for a copy in the Library of an organization');
    }
  }
  await database.db
    .updateTable('organizations')
    .set({ library_copied_at: now() })
    .where('id', '=', organizationId)
    .execute();
  wake.notify([scope]);
};
