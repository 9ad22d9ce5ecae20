import type { Scope } from '#contract/ids.ts';

/** What the network does with a request. */
export type Fault = 'fine' | 'dropped' | 'lost answer' | 'twice' | 'failed' | 'busy' | 'portal';

export type Folder = {
  id: string;
  scope: Scope;
  title: string;
  createdAt: string;
};
export interface Applied {
  key: string;
  line: string;
  person: string;
  folderId: string;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** An access token of a person, in the server's format. */
export const tokenOf = (userId: string): string => `x.${btoa(JSON.stringify({ sub: userId })).replaceAll('=', '')}.x`;
const personOf = (header: string | undefined): string =>
  (JSON.parse(atob(header!.split('.')[1]!)) as { sub: string }).sub;

/**
 * A model of the server's folder calls, used in place of `fetch`: idempotency keys, unique titles and the change feed.
 * `faults` are applied to the next requests in order; requests after them succeed.
 */
export class ModelServer {
  readonly folders = new Map<string, Folder>();
  readonly applied: Applied[] = [];
  readonly refused = new Set<string>();
  readonly seenPersons = new Set<string>();
  faults: Fault[] = [];
  #answers = new Map<string, { status: number; body: unknown; version: number }>();
  #changes: { id: string; version: number }[] = [];
  #version = 0;

  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const line = `${init.method ?? 'GET'} ${String(url).replace(/\?.*/, '')}`;
    const fault = line.endsWith('/api/sync') ? 'fine' : (this.faults.shift() ?? 'fine');
    if (fault === 'dropped') throw new TypeError('network');
    if (fault === 'portal') return new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } });
    if (fault === 'failed') return json({ errors: [{ code: 'server.failed', message: 'x' }] }, 500);
    if (fault === 'busy')
      return json({ errors: [{ code: 'request.too_often', message: 'x' }] }, 429, { 'Retry-After': '2' });
    const answer = this.#answer(line, String(url), init);
    if (fault === 'twice') this.#answer(line, String(url), init);
    if (fault === 'lost answer') throw new TypeError('network');
    return answer;
  };

  #answer(line: string, url: string, init: RequestInit): Response {
    if (line === 'GET /api/logs/versions/current') return json({ versionNumber: '1.0.0' });
    const headers = init.headers as Record<string, string>;
    const person = personOf(headers['Authorization']);
    this.seenPersons.add(person);
    if (line === 'GET /api/sync') return this.#pull(new URL(url, 'http://x').searchParams.get('cursor'), person);
    const key = headers['Idempotency-Key']!;
    const recorded = this.#answers.get(key);
    const { status, body, version } =
      recorded ??
      this.#apply(
        line,
        key,
        headers['X-Scope'] as Scope,
        person,
        JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>,
      );
    if (!recorded) this.#answers.set(key, { status, body, version });
    return json(body, status, { 'Idempotency-Key': key, 'X-Scope-Version': `${headers['X-Scope']}=${version}` });
  }

  #apply(
    line: string,
    key: string,
    scope: Scope,
    person: string,
    body: Record<string, unknown>,
  ): { status: number; body: unknown; version: number } {
    const id = (body['id'] as string | undefined) ?? line.split('/').at(-1)!;
    const refuse = (status: number, code: string) => {
      this.refused.add(key);
      return { status, body: { errors: [{ code, message: code }] }, version: this.#version };
    };
    if (line.startsWith('POST /api/views/')) return refuse(429, 'view.counted');
    const isMaking = line.startsWith('POST');
    if (!isMaking && !this.folders.has(id)) return refuse(404, 'access.not_found');
    const title = body['title'] as string | undefined;
    if (title && [...this.folders.values()].some((folder) => folder.title === title && folder.id !== id))
      return refuse(409, 'library.folder_taken');
    this.#version += 1;
    this.applied.push({ key, line, person, folderId: id });
    this.#changes.push({ id, version: this.#version });
    if (line.startsWith('DELETE')) {
      this.folders.delete(id);
      return { status: 204, body: undefined, version: this.#version };
    }
    const folder = { id, scope, title: title!, createdAt: '2026-11-20T10:00:00.000Z' };
    this.folders.set(id, folder);
    return { status: 200, body: folder, version: this.#version };
  }

  /** Another device changes a folder. */
  change(folder: Folder | { id: string; gone: true }): void {
    this.#version += 1;
    this.#changes.push({ id: folder.id, version: this.#version });
    if ('gone' in folder) this.folders.delete(folder.id);
    else this.folders.set(folder.id, folder);
  }

  #pull(cursor: string | null, person: string): Response {
    return json(this.page(Number(cursor ?? -1), `user:${person}`));
  }

  /** The change feed after a version. */
  page(from: number, scope: Scope) {
    const isWhole = from < 0;
    const changed = isWhole
      ? [...this.folders.keys()]
      : [...new Set(this.#changes.filter((change) => change.version > from).map((change) => change.id))];
    const rows = changed.flatMap((id) => this.folders.get(id) ?? []);
    const gone = changed.filter((id) => !this.folders.has(id));
    const isNews = isWhole || changed.length > 0;
    return {
      cursor: String(this.#version),
      lost: [],
      more: false,
      changes: isNews
        ? [{ scope, version: this.#version, whole: isWhole, rows: { folders: rows }, gone: { folders: gone } }]
        : [],
    };
  }
}
