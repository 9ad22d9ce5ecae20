// The anchors' uploads. ?kind=put: one fetch of the Blob. ?kind=keep: the file is kept in IndexedDB, 8 MiB parts go two at
// a time, and a new page continues automatically: the lower bound of an upload without user action.
const CHUNK = 8 * 2 ** 20;
const kind = new URLSearchParams(location.search).get('kind');
const status = document.querySelector('[role=status]')!;
const input = document.querySelector('input')!;

if (kind === 'put') {
  input.addEventListener('change', async () => {
    const { ok } = await fetch(`/${crypto.randomUUID()}`, { method: 'PUT', body: input.files![0]! });
    status.textContent = ok ? 'done' : 'failed';
  });
}

interface Kept {
  id: string;
  file: File;
}

async function keep(): Promise<void> {
  const opening = indexedDB.open('keep', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('uploads', { keyPath: 'id' }));
  const database = await new Promise<IDBDatabase>((resolve) =>
    opening.addEventListener('success', () => resolve(opening.result)),
  );
  const store = (mode: IDBTransactionMode) => database.transaction('uploads', mode).objectStore('uploads');
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));

  const send = async (id: string, file: File) => {
    const parts = (await (await fetch(`/have?id=${id}`)).json()) as [number, number][];
    const have = new Set(
      parts.filter(([index, bytes]) => bytes === Math.min(CHUNK, file.size - index * CHUNK)).map(([index]) => index),
    );
    const rest = Array.from({ length: Math.ceil(file.size / CHUNK) }, (_, index) => index).filter(
      (index) => !have.has(index),
    );
    const line = async () => {
      for (let index = rest.shift(); index !== undefined; index = rest.shift())
        await sendPart(`/${id}.${index}`, file.slice(index * CHUNK, (index + 1) * CHUNK));
    };
    await Promise.all([line(), line()]);
    await result(store('readwrite').delete(id));
    status.textContent = 'done';
  };

  input.addEventListener('change', () => {
    const kept: Kept = { id: crypto.randomUUID(), file: input.files![0]! };
    store('readwrite').put(kept);
    void send(kept.id, kept.file);
  });
  const [left] = (await result(store('readonly').getAll())) as Kept[];
  if (left) void send(left.id, left.file);
}

async function sendPart(url: string, body: Blob): Promise<void> {
  for (let waitMs = 200; ; waitMs *= 2) {
    const isSent = await fetch(url, { method: 'PUT', body }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isSent) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

if (kind === 'keep') await keep();
for (const button of document.querySelectorAll('nav button')) {
  button.addEventListener('click', () => {
    document
      .querySelector('main')!
      .replaceChildren(
        ...Array.from({ length: 60 }, (_, index) =>
          Object.assign(document.createElement('p'), { textContent: `${button.textContent} ${index}` }),
        ),
      );
  });
}
Object.assign(window, { isReady: true });
export {};
