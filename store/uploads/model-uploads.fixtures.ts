import { createHash } from 'node:crypto';
import { UNIT_BYTES } from '#contract/limits.ts';

/** What happens to a chunk on its way. `cut` commits the units that had arrived. */
export type ChunkWeather = 'fine' | 'dropped' | 'lost answer' | 'cut' | 'flipped' | 'failed' | 'crash';

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** A refusal as the server sends it. */
export const refusal = (status: number, code: string, message = code, headers: Record<string, string> = {}): Response =>
  json({ errors: [{ code, message }] }, status, headers);

/**
 * A model of the server's uploads behind a stubbed fetch: verifies and commits unit by unit, never loses a committed one,
 * and makes the content with the last one.
 */
export class ModelUploads {
  weather: ChunkWeather[] = [];
  readonly units = new Map<string, Map<number, Uint8Array>>();
  readonly contents = new Map<string, Uint8Array>();
  readonly lines: string[] = [];
  contentsMade = 0;
  isOffline = false;
  /** The plan has no room for another file. */
  isFull = false;
  bytesTaken = 0;
  /** Answers of other calls, by the end of their path: the body, or a whole response such as a `refusal`. */
  readonly answers = new Map<string, () => unknown>();

  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const path = String(url).replace(/\?.*/, '').replace('/api', '');
    const line = `${init.method ?? 'GET'} ${path}`;
    init.signal?.throwIfAborted();
    if (this.isOffline) throw new TypeError('network');
    this.lines.push(line);
    if (line === 'GET /health') return json({ status: 'ok' });
    if (line === 'POST /mam/ondemand') return this.#chunk(init);
    if (line.startsWith('GET /mam/uploads/')) return this.#read(path.split('/').at(-1)!);
    for (const [end, answer] of this.answers) {
      if (!line.endsWith(end)) continue;
      const body = answer();
      if (body instanceof Response) return body;
      return json(body, 200, { 'Idempotency-Key': (init.headers as Record<string, string>)['Idempotency-Key'] ?? '' });
    }
    return refusal(404, 'access.not_found');
  };

  async #chunk(init: RequestInit): Promise<Response> {
    const headers = init.headers as Record<string, string>;
    const id = headers['Upload-Id']!;
    const firstUnit = Number(headers['Upload-Offset']) / UNIT_BYTES;
    // A recording that is being made has no end yet.
    const isGrowing = headers['Upload-Recorded'] !== undefined && headers['Upload-Clips'] === undefined;
    const length = isGrowing ? Infinity : Number(headers['Upload-Recorded'] ?? headers['Upload-Length']);
    const digests = headers['Upload-Sha256']!.split(',');
    const now = this.weather.shift() ?? 'fine';
    if (now === 'dropped') throw new TypeError('network');
    if (this.isFull) return refusal(409, 'library.out_of_storage');
    if (now === 'failed') return refusal(503, 'server.busy', 'Busy', { 'Retry-After': '1' });
    const bytes = new Uint8Array(await (init.body as Blob).arrayBuffer());
    if (now === 'flipped' && bytes.length > 0) bytes[Math.floor(bytes.length / 2)]! ^= 1;
    const received = this.units.get(id) ?? new Map<number, Uint8Array>();
    this.units.set(id, received);
    const through = now === 'cut' || now === 'crash' ? Math.floor(digests.length / 2) : digests.length;
    for (let index = 0; index < through; index += 1) {
      const unit = bytes.slice(index * UNIT_BYTES, (index + 1) * UNIT_BYTES);
      if (createHash('sha256').update(unit).digest('hex') !== digests[index])
        return refusal(409, 'upload.wrong_digest');
      const before = received.get(firstUnit + index);
      if (before && Buffer.compare(before, unit) !== 0) return refusal(409, 'upload.other_length');
      received.set(firstUnit + index, unit);
      this.bytesTaken += unit.length;
    }
    if (now === 'cut' || now === 'crash') throw new TypeError('network');
    const isWhole = received.size === Math.ceil(length / UNIT_BYTES);
    if (isWhole && !this.contents.has(id)) {
      this.contents.set(
        id,
        new Uint8Array(Buffer.concat(Array.from({ length: received.size }, (_, unit) => received.get(unit)!))),
      );
      this.contentsMade += 1;
    }
    if (now === 'lost answer') throw new TypeError('network');
    return json({ data: isWhole ? { contentId: id, filename: 'clip.mp4' } : { received: received.size } });
  }

  #read(id: string): Response {
    const received = [...(this.units.get(id)?.keys() ?? [])];
    const content = this.contents.get(id);
    return json({
      data: { received: received.map((unit) => [unit, unit + 1]), length: null, contentId: content ? id : null },
    });
  }
}
