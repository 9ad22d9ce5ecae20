import { login } from '#contract/auth.ts';
import { callById } from '#contract/calls.ts';
import { sendCall } from '#store/api.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import { accountDatabase } from '#store/door.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { storeSession } from '#store/session.ts';
import { addUploads } from '#store/uploads/jobs.ts';

// A page that does by itself what a person does, then leaves: nobody is attached to its browser.

export interface AlonePlan {
  username: string;
  password: string;
  folders: { id: string; title: string }[];
  /** Address and name of the file to upload. */
  file: { path: string; name: string };
}

/** Words that the server's side can read: an address that nobody has. */
const say = (words: string): Promise<unknown> =>
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
  await say(isKept && isAsked ? 'queued' : `file kept: ${isKept}, Background Sync: ${isAsked}`);
};

void (async () => {
  try {
    await play((await (await fetch('/dev/faults/plan.json')).json()) as AlonePlan);
  } catch (error) {
    await say(`failed: ${String(error)}`);
  }
  // As every page of the app does when it is closed: the worker goes on while its word is still being heard.
  (await navigator.serviceWorker.ready).active?.postMessage({ type: 'UPLOADS_LEFT' });
  location.replace('about:blank');
})();
