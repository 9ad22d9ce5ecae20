import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { openAccountDatabase } from '#store/database.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { storeSession } from '#store/session.ts';
import { newJob } from '#store/uploads/job.ts';
import { readAccountFacts } from './account-facts.ts';
import type { DeviceFacts } from './device-facts.ts';
import { writeReport } from './report.ts';

const device: DeviceFacts = {
  usedBytes: 12,
  allowedBytes: 1e9,
  isPersistent: true,
  push: 'on',
  isControlled: true,
  hasBackgroundSync: false,
  isUpdateWaiting: false,
  isInstalled: false,
};

test('the figures come from the database: the queue with its oldest change, bytes left to send, files and saved items', async () => {
  const owner = newId();
  const own = { owner, scope: userScope(owner) };
  const db = openAccountDatabase(owner);
  await enqueue(db, createFolder, { id: newId(), title: 'First' }, { ...own, nowMs: 1_000 });
  const refused = await enqueue(db, createFolder, { id: newId(), title: 'Second' }, { ...own, nowMs: 2_000 });
  await db.outbox.update(refused, { state: 'refused' });
  const job = (fields: object) => ({
    ...newJob({ id: newId(), ...own, name: 'a.mp4', type: 'video', size: 1_000, lastModifiedMs: 0, folderId: null }, 0),
    keptIn: 'idb' as const,
    ...fields,
  });
  await db.uploadJobs.bulkAdd([
    job({ committedBytes: 400 }),
    job({ state: 'failed' }),
    job({ contentId: newId(), committedBytes: 1_000 }),
  ]);
  await db.files.put({ sha256: 'f', blob: new Blob(['12345']), isSent: 0, savedAtMs: 0 });
  await db.savedMedia.put({ id: 's', contentType: 'video/mp4', blob: new Blob(['1']), bytes: 70, savedAtMs: 0 });
  expect(await readAccountFacts(db)).toEqual({
    pulledAtMs: null,
    failure: null,
    repair: null,
    waiting: 1,
    refused: 1,
    oldestQueuedAtMs: 1_000,
    unsentCalls: { 'library.createFolder': 2 },
    uploads: 2,
    failedUploads: 1,
    uploadBytesLeft: 1_600,
    unsentBytes: 3_005,
    savedItems: 1,
    savedBytes: 70,
  });
});

test('the report has the figures and nothing of the person: no names, mails, tokens or ids', async () => {
  const owner = newId();
  await storeSession(owner, 'secret-token');
  const db = openAccountDatabase(owner);
  await enqueue(
    db,
    createFolder,
    { id: newId(), title: 'Ana’s ana@example.org' },
    { owner, scope: userScope(owner), nowMs: 1_000 },
  );
  const text = writeReport({
    account: await readAccountFacts(db),
    device,
    version: '1.1.12',
    browser: 'Chrome/156',
    isOnline: false,
    nowMs: 5_000,
  });
  expect(text).toContain('Sideline: 1.1.12\nTime: 1970-01-01T00:00:05.000Z\nBrowser: Chrome/156');
  expect(text).toContain(
    'Changes waiting: 1\nChanges refused: 0\nOldest change: 1970-01-01T00:00:01.000Z\nUnsent calls: library.createFolder x1',
  );
  expect(text).not.toMatch(/ana|secret-token|@|[0-9a-f]{8}-[0-9a-f]{4}/i);
});
