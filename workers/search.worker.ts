import * as Comlink from 'comlink';
import { accountDatabase } from '#store/door.ts';
import { createDeviceIndex, type DeviceFound, type DeviceIndex } from '#store/search/device-index.ts';
import { readDeviceDocuments } from '#store/search/device-documents.ts';

let made: { userId: string; state: string; index: Promise<DeviceIndex> } | undefined;

/** The index of one account's database, made again once the device holds other answers. Only the last one is kept. */
const indexOf = async (userId: string): Promise<DeviceIndex> => {
  const db = accountDatabase(userId);
  const [count, last, saved] = await Promise.all([
    db.answers.count(),
    db.answers.orderBy('fetchedAtMs').last(),
    db.savedMedia.count(),
  ]);
  const state = `${count} ${saved} ${last?.key ?? ''} ${last?.fetchedAtMs ?? 0}`;
  if (made?.userId !== userId || made.state !== state)
    made = { userId, state, index: readDeviceDocuments(db).then(createDeviceIndex) };
  const current = made;
  // A failed read is not kept: the next search reads again.
  current.index.catch(() => {
    if (made === current) made = undefined;
  });
  return current.index;
};

const facade = {
  find: async (userId: string, text: string, sportId: string | undefined): Promise<DeviceFound> =>
    (await indexOf(userId)).find(text, sportId),
  suggest: async (userId: string, text: string, sportId: string | undefined): Promise<string[]> =>
    (await indexOf(userId)).suggest(text, sportId),
  ready(): void {},
};
export type SearchWorker = typeof facade;
Comlink.expose(facade);
