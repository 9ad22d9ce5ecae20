import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { soon } from '#tests/support/soon.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import type { StoredUploadJob } from './job.ts';
import { addJobs } from './add-jobs.ts';
import { addUploads, cancelJob, endJobsOf, retryJob } from './jobs.ts';
import { ModelUploads, refusal } from './model-uploads.fixtures.ts';
import { JobRunner } from './run-jobs.ts';

let server: ModelUploads;
let owner: string;
let db: AccountDatabase;
const runners: JobRunner[] = [];

beforeEach(async () => {
  server = new ModelUploads();
  server.answers.set('/review-status', () => ({ status: 'approved' }));
  vi.stubGlobal('fetch', server.fetch);
  owner = newId();
  await storeSession(owner, tokenOf(owner));
  db = accountDatabase(owner);
});
afterEach(() => {
  for (const runner of runners.splice(0)) runner.stop();
  vi.unstubAllGlobals();
});

const run = (more: Partial<ConstructorParameters<typeof JobRunner>[0]> = {}): JobRunner => {
  const runner = new JobRunner({ db, ...more });
  runners.push(runner);
  return runner;
};
const add = async (name: string, units = 4, type: StoredUploadJob['type'] = 'video'): Promise<StoredUploadJob> => {
  const file = new File([new Uint8Array(units * UNIT_BYTES).fill(units)], name);
  const { jobs, saved } = await addUploads(db, {
    files: [{ file, type }],
    owner,
    scope: userScope(owner),
    folderId: null,
  });
  expect(await saved[0]).toBe(true);
  return (await db.uploadJobs.get(jobs[0]!.id))!;
};
const once = (runner: JobRunner) => runner.runOnce(new AbortController().signal);
const encoded = (job: StoredUploadJob) => {
  server.answers.set(`/mam/ondemand/${job.id}`, () => ({
    data: { onDemandEncodingStatus: 4, fileName: job.name, title: job.name, embedUrlList: [] },
  }));
  server.answers.set(`/library/contents/${job.id}`, () => ({ filename: job.name }));
};

describe('running uploads', () => {
  it('a picked file is copied before it is sent, and is sent completely without a page', async () => {
    const job = await add('clip.mp4');
    expect(job.keptIn).toBe('idb');
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      contentId: job.id,
      percent: 100,
      committedBytes: job.size,
      storedName: 'clip.mp4',
      step: 'Optimizing',
    });
    expect(server.contents.get(job.id)).toHaveLength(job.size);
  });

  it('UPL-040 the name under which the server stored a copy is kept, for the notice', async () => {
    const job = await add('twin.mp4');
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ name: 'twin.mp4', storedName: 'clip.mp4' });
  });

  it('UPL-057 a file is sent in chunks of three units or a multiple', async () => {
    const chunks: number[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const digests = (init?.headers as Record<string, string> | undefined)?.['Upload-Sha256'];
      if (digests) chunks.push(digests.split(',').length);
      return server.fetch(url, init);
    });
    await add('clip.mp4', 18);
    await once(run({ untilStored: true }));
    expect(chunks.reduce((sum, units) => sum + units, 0)).toBe(18);
    expect(chunks.filter((units) => units % 3 !== 0)).toEqual([]);
  });

  it('UPL-004 a finished job is removed with its local copy', async () => {
    const job = await add('clip.mp4');
    encoded(job);
    await db.contents.put({ id: job.id, reviewStatus: 'approved', encodingStatus: 4 } as never);
    const gone = Promise.withResolvers<void>();
    db.uploadJobs.hook('deleting', () => void gone.resolve());
    run().start();
    await gone.promise;
    await soon(async () => expect([await db.uploadJobs.count(), await db.uploadFiles.count()]).toEqual([0, 0]));
  });

  it('without a network it is Paused with NoInternet, and the next run sends only the rest', async () => {
    const job = await add('clip.mp4', 7);
    server.weather = ['cut'];
    server.isOffline = true;
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      state: 'paused',
      errorKind: 'NoInternet',
      level: 'Uploading',
    });
    server.isOffline = false;
    await once(run({ untilStored: true }));
    expect(server.contentsMade).toBe(1);
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ contentId: job.id, errorKind: null });
  });
});

describe('what a device keeps of an upload', () => {
  it('UPL-002 a job keeps its file, its kind, its id on the server, its step, its error and what was sent; never a token', async () => {
    const job = await add('clip.mp4', 7);
    await db.uploadJobs.update(job.id, { chunkUnits: 3 });
    let chunks = 0;
    vi.stubGlobal('fetch', (...sent: Parameters<typeof server.fetch>) => {
      if (String(sent[0]).includes('/mam/ondemand?')) chunks += 1;
      server.isOffline = chunks > 1;
      return server.fetch(...sent);
    });
    await once(run({ untilStored: true }));
    const stored = (await db.uploadJobs.get(job.id))!;
    expect(stored).toMatchObject({
      name: 'clip.mp4',
      type: 'video',
      contentId: null,
      step: 'Uploading',
      state: 'paused',
      level: 'Uploading',
      errorKind: 'NoInternet',
      errorLevel: null,
      chunkUnits: 3,
      committedBytes: 3 * UNIT_BYTES,
      percent: 42,
    });
    expect((await db.uploadFiles.get(stored.fileId))?.file?.size).toBe(job.size);
    vi.stubGlobal('fetch', server.fetch);
    server.isOffline = false;
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ contentId: job.id, step: 'Optimizing', percent: 100 });
    server.answers.set(`/library/contents/${job.id}`, () => refusal(403, 'access.denied', 'No more uploads.'));
    run().start();
    await soon(async () =>
      expect(await db.uploadJobs.get(job.id)).toMatchObject({
        state: 'failed',
        errorKind: 'SomethingIsWrong',
        errorLevel: 'CreateContent',
        errorMessage: 'No more uploads.',
      }),
    );
    // Credentials are fetched when they are needed.
    for (const kept of [stored, await db.uploadJobs.get(job.id)])
      expect(JSON.stringify(kept)).not.toContain(tokenOf(owner));
  });

  it('F4 a job whose snapshot was saved as stopped continues', async () => {
    const job = await add('clip.mp4');
    server.isOffline = true;
    await once(run({ untilStored: true }));
    server.isOffline = false;
    const { snapshot } = (await db.uploadJobs.get(job.id))!;
    await db.uploadJobs.update(job.id, {
      state: 'working',
      snapshot: { ...snapshot!, value: { ...(snapshot!.value as object), status: 'stopped' } },
    });
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ contentId: job.id });
  });

  it('F4 Retry runs a failed job to its end, also if the device writes slowly', async () => {
    const job = await add('clip.mp4');
    encoded(job);
    server.answers.set(`/mam/ondemand/${job.id}`, () => ({
      data: { onDemandEncodingStatus: -1, fileName: job.name, title: job.name, embedUrlList: [] },
    }));
    await db.contents.put({ id: job.id, reviewStatus: 'approved', encodingStatus: 4 } as never);
    run().start();
    await soon(async () => expect((await db.uploadJobs.get(job.id))?.state).toBe('failed'));
    encoded(job);
    await retryJob(db, job.id);
    // Writes queue behind this one, as on a busy device.
    await db.transaction('rw', db.uploadJobs, async () => {
      for (let turn = 0; turn < 200; turn += 1) await db.uploadJobs.get(job.id);
    });
    await soon(async () => expect(await db.uploadJobs.count()).toBe(0));
  });

  it('two runners at once, as in two tabs, send a file once', async () => {
    const job = await add('clip.mp4', 6);
    await Promise.all([once(run({ untilStored: true })), once(run({ untilStored: true }))]);
    expect(server.bytesTaken).toBe(job.size);
    expect(server.contentsMade).toBe(1);
  });
});

describe('an upload that is refused, deleted or cancelled', () => {
  it('UPL-016 a PDF that the server cannot process is cancelled there; Retry sends the same bytes under a new id', async () => {
    const job = await add('plan.pdf', 1, 'text');
    const record = (id: string) => {
      server.answers.set('/library/contents', () => ({ filename: 'plan.pdf' }));
      server.answers.set(`/library/contents/${id}/upload-credentials`, () => ({
        url: '/api/uploads/token',
        method: 'PUT',
        headers: {},
        expiresAt: '',
      }));
      server.answers.set('/uploads/token', () => ({}));
      server.answers.set(`/library/contents/${id}/active-status`, () => ({
        status: 'Failed upload to Mainstreaming. Please, try again',
      }));
      server.answers.set('/review-status', () => ({ status: 'reviewing' }));
    };
    record(job.id);
    run().start();
    await soon(async () => expect((await db.uploadJobs.get(job.id))?.state).toBe('failed'));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      errorLevel: 'ActiveChecking',
      errorMessage: 'Failed upload to Mainstreaming. Please, try again',
      isGivenUp: true,
      percent: 80,
    });
    expect((await db.outbox.toArray()).map((entry) => [entry.call, entry.input])).toEqual([
      ['upload.cancel', { uploadId: job.id }],
    ]);

    await retryJob(db, job.id);
    const [retried] = await db.uploadJobs.toArray();
    expect(retried!.id).not.toBe(job.id);
    expect(retried).toMatchObject({ fileId: job.fileId, keptIn: 'idb', state: 'working', level: 'CreateContent' });
  });

  it('UPL-054 a file that the server refuses at the start shows its message, and its record there is deleted', async () => {
    const job = await add('junk.pdf', 1, 'text');
    server.answers.set('/library/contents', () => ({ filename: 'junk.pdf' }));
    server.answers.set(`/library/contents/${job.id}/upload-credentials`, () => ({
      url: '/api/uploads/token',
      method: 'PUT',
      headers: {},
      expiresAt: '',
    }));
    server.answers.set('/uploads/token', () => refusal(415, 'upload.wrong_type', "File 'junk.pdf' is not a text"));
    run().start();
    await soon(async () => expect((await db.uploadJobs.get(job.id))?.state).toBe('failed'));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      errorLevel: 'Uploading',
      errorMessage: "File 'junk.pdf' is not a text",
    });
    await soon(async () =>
      expect((await db.outbox.toArray()).map((entry) => [entry.call, entry.input])).toEqual([
        ['upload.cancel', { uploadId: job.id }],
      ]),
    );
  });

  it('UPL-012 UPL-053 an unusable file shows the reason, not only the failure', async () => {
    const reason = 'This file is broken or cannot be read.';
    server.answers.set('/review-status', () => ({ status: 'rejected', reason }));
    const job = await add('clip.mp4');
    encoded(job);
    server.answers.set(`/mam/ondemand/${job.id}`, () => ({
      data: { onDemandEncodingStatus: -2, fileName: job.name, title: job.name, embedUrlList: [] },
    }));
    run().start();
    await soon(async () => expect((await db.uploadJobs.get(job.id))?.state).toBe('failed'));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      errorLevel: 'StatusChecking',
      errorKind: 'SomethingIsWrong',
      errorMessage: reason,
    });
  });

  it('a deleted content removes its upload job: on this device at once, deleted elsewhere at the next poll', async () => {
    const [here, there] = [await add('here.mp4'), await add('there.mp4')];
    await once(run({ untilStored: true }));
    await endJobsOf(db, [here.id, newId()]);
    expect((await db.uploadJobs.toArray()).map(({ id }) => id)).toEqual([there.id]);
    run().start();
    await soon(async () => expect([await db.uploadJobs.count(), await db.uploadFiles.count()]).toEqual([0, 0]));
  });

  it('UPL-025 UPL-026 Cancel works offline: row and bytes are deleted at once, the server gets the cancel later', async () => {
    const job = await add('clip.mp4');
    server.isOffline = true;
    await cancelJob(db, job.id);
    expect([await db.uploadJobs.count(), await db.uploadFiles.count()]).toEqual([0, 0]);
    expect((await db.outbox.toArray()).map((entry) => entry.call)).toEqual(['upload.cancel']);
  });
});

describe('the file of an upload', () => {
  it('is sent only once it is checked, and without the page that checks it the server does', async () => {
    const file = new File([new Uint8Array(UNIT_BYTES)], 'clip.mp4');
    const more = { owner, scope: userScope(owner), folderId: null, isUnchecked: true };
    const [job] = await addJobs(db, { files: [{ file, type: 'video' }], ...more });
    const page = run({ files: new Map([[job!.fileId, file]]) });
    page.start();
    await once(run({ files: new Map([[job!.fileId, file]]), untilStored: true }));
    expect(server.lines).toEqual([]);
    await db.uploadJobs.update(job!.id, { isUnchecked: false });
    await soon(() => expect(server.contents.size).toBe(1));
    page.stop();

    const [left] = await addJobs(db, { files: [{ file, type: 'video' }], ...more });
    await db.uploadFiles.put({ id: left!.fileId, file });
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(left!.id)).toMatchObject({ contentId: left!.id });
  });

  it('another file in place of the one that was begun is refused, and the right one is asked for', async () => {
    const job = await add('clip.mp4', 4);
    // Two units are committed, then the network is gone.
    server.weather = ['cut'];
    const cut = server.fetch;
    vi.stubGlobal('fetch', async (...sent: Parameters<typeof cut>) => {
      try {
        return await cut(...sent);
      } finally {
        server.isOffline = server.bytesTaken > 0;
      }
    });
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ state: 'paused' });
    vi.stubGlobal('fetch', cut);
    server.isOffline = false;

    const other = new Blob([new Uint8Array(4 * UNIT_BYTES).fill(9)]);
    await db.uploadFiles.put({ id: job.fileId, file: other });
    await db.uploadJobs.update(job.id, { isProofNeeded: true, committedBytes: UNIT_BYTES });
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      state: 'failed',
      keptIn: 'nowhere',
      errorCode: 'upload.other_length',
    });
    expect(await db.uploadFiles.count()).toBe(0);
    expect(server.contents.size).toBe(0);
  });

  it('a job without a local copy whose page was closed asks to pick the file again, and sends nothing', async () => {
    const job = await add('clip.mp4');
    await db.uploadFiles.clear();
    await db.uploadJobs.update(job.id, { keptIn: 'page', startedAtMs: 0 });
    await once(run({ untilStored: true }));
    expect(await db.uploadJobs.get(job.id)).toMatchObject({
      state: 'failed',
      keptIn: 'nowhere',
      errorCode: 'upload.choose_again',
    });
    expect(server.lines).toEqual([]);
  });
});
