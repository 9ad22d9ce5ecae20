import type { AccountDatabase } from '#store/database.ts';
import { readStored, type PublishDraft } from './publish-plan.ts';
import { readStoredEdit, type EditDraft } from './edit-plan.ts';

export const draftKey = (contentId: string): string => `publish:${contentId}`;

export const readDraft = async (db: AccountDatabase, contentId: string): Promise<PublishDraft | undefined> => {
  const stored = await db.drafts.get(draftKey(contentId));
  return stored && readStored(stored.value);
};

/** What was typed on the page that edits a publication, and not saved before the page was closed or the app ended. */
export const editKey = (publishedId: string): string => `edit:${publishedId}`;

export const readEdit = async (db: AccountDatabase, publishedId: string): Promise<EditDraft | undefined> => {
  const stored = await db.drafts.get(editKey(publishedId));
  return stored && readStoredEdit(stored.value);
};
