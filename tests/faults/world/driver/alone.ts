import { login } from '#contract/auth.ts';
import { callById } from '#contract/calls.ts';
import { sendCall } from '#store/api.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import { accountDatabase } from '#store/door.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { storeSession } from '#store/session.ts';
import { addUploads } from '#store/uploads/jobs.ts';

// A page that does the person's steps and then leaves, in a browser that no debugger is attached to.

export interface AlonePlan {
  username: string;
  password: string;
  folders: { id: string; title: string }[];
  /** Address and name of the file to upload. */
  file: { path: string; name: string };
}

/** Reports to the test through the proxy's request log; no server answers this path. */
const report = (words: string): Promise<unknown> =>
  fetch(`/dev/faults/report/${encodeURIComponent(words)}`).catch(() => {});

const play = async ({ username, password, folders, file }: AlonePlan): Promise<void> => {
  await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const { output } = await sendCall(login, { username, password });
  await storeSession(output.userId, output.access!);
  const db = accountDatabase(output.userId);
  const account = { owner: output.userId, scope: `user:${output.userId}` as const };
  for (const { id, title } of folders)
    await enqueue(db, callById.get('library.createFolder')!, { id, title } as never, account);
  const bytes = await (await fetch(file.path)).blob();
  const { saved } = await addUploads(db, {
    ...account,
    files: [{ file: new File([bytes], file.name, { type: 'video/mp4' }), type: 'video' }],
    folderId: null,
  });
  const isKept = (await Promise.all(saved))[0];
  const isAsked = (await askBackgroundSync(OUTBOX_SYNC_TAG)) && (await askBackgroundSync(UPLOADS_SYNC_TAG));
  await report(isKept && isAsked ? 'queued' : `file kept: ${isKept}, Background Sync: ${isAsked}`);
};

void (async () => {
  try {
    await play((await (await fetch('/dev/faults/plan.json')).json()) as AlonePlan);
  } catch (error) {
    await report(`failed: ${String(error)}`);
  }
  // Every page of the app sends this when it closes, so that the worker continues the uploads.
  (await navigator.serviceWorker.ready).active?.postMessage({ type: 'UPLOADS_LEFT' });
  location.replace('about:blank');
})();
