import type { LocalChange } from '../outbox/local-change.ts';

/** Removes contents and their publications. */
export const removeContents = async (change: LocalChange, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const content = await change.get('contents', id);
    if (content?.published) await change.remove('publications', content.published.id);
    await change.remove('contents', id);
  }
};
