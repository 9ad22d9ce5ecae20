import type { AccountDatabase } from '#store/database.ts';
import { addSaves, type NewSave } from '#store/saved/jobs.ts';
import { startSaves } from '#store/saved/start-saves.ts';

/** Goes on with what was being saved when the last page closed, and renews what is saved. */
export const resumeSaves = startSaves;

/** Saves items on this device, also if this page is closed and opened again. */
export const saveItems = async (db: AccountDatabase, userId: string, items: readonly NewSave[]): Promise<void> => {
  void navigator.storage?.persist?.();
  await addSaves(db, items);
  startSaves(userId);
};
