import { Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';
import type { ObjectFacts, ObjectStore } from '../adapters/objects/index.ts';

/** The parts of a request that decide how an object is sent. */
export interface ObjectRequest {
  method: string;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
}

export type ByteRange = { start: number; end: number };

/**
 * One `Range` of bytes, both ends included. Several ranges, other units and unreadable ones get the whole object, as
 * RFC 9110 §14.2 allows.
 *
 * @returns `none` to send everything, `unsatisfiable` for a range outside the object.
 */
export const readRange = (header: string | undefined, sizeBytes: number): ByteRange | 'none' | 'unsatisfiable' => {
  const match = header && /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.replaceAll(' ', ''));
  if (!match || (match[1] === '' && match[2] === '')) return 'none';
  const [from, to] = [match[1]!, match[2]!];
  if (from === '') {
    const last = Math.min(Number(to), sizeBytes);
    return last === 0 ? 'unsatisfiable' : { start: sizeBytes - last, end: sizeBytes - 1 };
  }
  const start = Number(from);
  const end = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < start) return 'none';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
};

const etagOf = ({ sizeBytes, changedAtMs }: ObjectFacts): string =>
  `"${sizeBytes.toString(36)}-${Math.floor(changedAtMs).toString(36)}"`;
const isSame = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

/**
 * Sends an object: whole, in part (206, 416), or not at all when the client has it (304). A HEAD opens no file.
 *
 * @param headers Sent with the bytes; `Content-Type` overrides the store's.
 * @throws Problem `access.not_found`.
 */
export const sendObject = async (
  objects: ObjectStore,
  key: string,
  { request, headers }: { request: ObjectRequest; headers: Record<string, string> },
): Promise<Response> => {
  const facts = await objects.stat(key);
  if (!facts) throw new Problem('access.not_found');
  const etag = etagOf(facts);
  const shared: Record<string, string> = {
    'Content-Type': facts.contentType,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    ...headers,
  };
  if (isSame(request.ifNoneMatch, etag)) return new Response(null, { status: 304, headers: shared });

  const usesRange = request.ifRange === undefined || request.ifRange === etag;
  const range = usesRange ? readRange(request.range, facts.sizeBytes) : 'none';
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...shared, 'Content-Range': `bytes */${facts.sizeBytes}`, 'Content-Length': '0' },
    });
  }
  const { start, end } = range === 'none' ? { start: 0, end: facts.sizeBytes - 1 } : range;
  shared['Content-Length'] = String(end - start + 1);
  if (range !== 'none') shared['Content-Range'] = `bytes ${start}-${end}/${facts.sizeBytes}`;
  const status = range === 'none' ? 200 : 206;
  if (request.method === 'HEAD' || facts.sizeBytes === 0) return new Response(null, { status, headers: shared });
  const opened = await objects.open(key, { start, end });
  if (!opened) throw new Problem('access.not_found');
  return new Response(Readable.toWeb(opened.stream) as ReadableStream, { status, headers: shared });
};

/** The headers of a private file: whatever its name, a browser must save it and never show it as a page. */
export const asDownload = (filename: string): Record<string, string> => ({
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': attachment(filename),
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'private, no-store',
});

/** The header of a download whose name may be in any script (RFC 6266). */
const attachment = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
};
