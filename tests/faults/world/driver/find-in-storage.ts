// Searches all browser storage of the origin directly, without the app's store, so that its results do not depend on
// the store.

const request = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('The database cannot be read'));
  });

/** A value with its keys, as one text; bytes are decoded as UTF-8. */
const textOf = async (value: unknown): Promise<string> => {
  if (value instanceof Blob) return `${value instanceof File ? value.name : ''} ${await value.text()}`;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
  if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  return (await Promise.all(Object.entries(value).map(async ([key, each]) => `${key} ${await textOf(each)}`))).join(
    ' ',
  );
};

async function* databases(): AsyncGenerator<[place: string, text: string]> {
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await request(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([request(rows.getAllKeys()), request(rows.getAll())]);
      for (const [index, value] of values.entries())
        yield [`${name}/${store}`, `${await textOf(keys[index])} ${await textOf(value)}`];
    }
    db.close();
    yield ['names of databases', name];
  }
}

async function* cachedResponses(): AsyncGenerator<[string, string]> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      const answer = await cache.match(asked);
      yield [`cache ${name}`, `${asked.url} ${[...(answer?.headers ?? [])].join(' ')} ${(await answer?.text()) ?? ''}`];
    }
  }
}

async function* files(folder: FileSystemDirectoryHandle, path = 'files'): AsyncGenerator<[string, string]> {
  for await (const [name, entry] of folder.entries()) {
    yield [path, name];
    if (entry.kind === 'directory') yield* files(entry as FileSystemDirectoryHandle, `${path}/${name}`);
    else yield [`${path}/${name}`, await (await (entry as FileSystemFileHandle).getFile()).text()];
  }
}

async function* everything(): AsyncGenerator<[string, string]> {
  yield* databases();
  yield* cachedResponses();
  yield* files(await navigator.storage.getDirectory());
  yield ['localStorage', JSON.stringify({ ...localStorage })];
  yield ['sessionStorage', JSON.stringify({ ...sessionStorage })];
  yield ['cookies', document.cookie];
}

/** @returns A line for each word and the place where it was found. */
export const findInStorage = async (words: readonly string[]): Promise<string[]> => {
  const found = new Set<string>();
  for await (const [place, text] of everything())
    for (const word of words) if (text.includes(word)) found.add(`${word} in ${place}`);
  return [...found];
};
