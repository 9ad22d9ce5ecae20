import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { App } from './app.ts';
import { readRange, type ByteRange } from '../calls/send-object.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
};

interface StaticFile {
  path: string;
  type: string;
  cache: string;
  packed: string | undefined;
}

/** Pictures and the font keep their names for years: a page need not revalidate them for each place that shows one. */
const LASTING = /^\/(art|fonts|icons|install|screenshots)\/|^\/wordmark\.svg$/;

/** Files with a hash in their name never change; code and documents without one are revalidated each time. */
const cacheRule = (name: string): string => {
  if (name.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return LASTING.test(name) ? 'public, max-age=3600, stale-while-revalidate=604800' : 'no-cache';
};

/**
 * Serves the built client. Unknown paths without an extension are the app's own routes and get its shell; a missing
 * asset is answered 404, so that a page of an older build finds out.
 */
export const serveClient = (app: App, folder: string): void => {
  const known = new Map<string, StaticFile | null>();
  const find = async (name: string): Promise<StaticFile | null> => {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const file = await look(folder, name);
    if (known.size < 5_000) known.set(name, file);
    return file;
  };
  app.get('*', async (c) => {
    const name = decodeURIComponentSafe(new URL(c.req.url).pathname);
    if (name === undefined) return c.text('Not found', 404);
    const isRoute = path.extname(name) === '' || name === '/';
    const file = (isRoute ? null : await find(name)) ?? (isRoute ? await find('/index.html') : null);
    if (!file) return c.text('Not found', 404);
    const usesBrotli = file.packed !== undefined && /\bbr\b/.test(c.req.header('accept-encoding') ?? '');
    const source = usesBrotli ? file.packed! : file.path;
    const info = await stat(source);
    const etag = `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`;
    const headers: Record<string, string> = {
      'Content-Type': file.type,
      'Cache-Control': file.cache,
      ETag: etag,
      Vary: 'Accept-Encoding',
    };
    if (name === '/sw.js') headers['Service-Worker-Allowed'] = '/';
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
    if (usesBrotli) headers['Content-Encoding'] = 'br';
    const range = usesBrotli ? 'none' : readRange(c.req.header('range'), info.size);
    // Safari does not play a video without range requests.
    if (typeof range === 'object') return sendPart(source, range, info.size, headers);
    headers['Content-Length'] = String(info.size);
    if (info.size < 65_536) return new Response(await readFile(source), { headers });
    return new Response(Readable.toWeb(createReadStream(source)) as ReadableStream, { headers });
  });
};

const sendPart = (
  source: string,
  { start, end }: ByteRange,
  sizeBytes: number,
  headers: Record<string, string>,
): Response => {
  const partHeaders = {
    ...headers,
    'Content-Range': `bytes ${start}-${end}/${sizeBytes}`,
    'Content-Length': String(end - start + 1),
  };
  return new Response(Readable.toWeb(createReadStream(source, { start, end })) as ReadableStream, {
    status: 206,
    headers: partHeaders,
  });
};

const decodeURIComponentSafe = (text: string): string | undefined => {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
};

const look = async (folder: string, name: string): Promise<StaticFile | null> => {
  const file = path.join(folder, path.normalize(name));
  if (!file.startsWith(folder + path.sep) || file.endsWith('.br')) return null;
  // What the build leaves for itself, such as its manifest, is in folders with a dot.
  if (/\/\.(?!well-known\/)/.test(name)) return null;
  const isFile = async (candidate: string) => (await stat(candidate).catch(() => undefined))?.isFile() === true;
  if (!(await isFile(file))) return null;
  const packed = `${file}.br`;
  return {
    path: file,
    type: TYPES[path.extname(file)] ?? 'application/octet-stream',
    cache: cacheRule(name),
    packed: (await isFile(packed)) ? packed : undefined,
  };
};
