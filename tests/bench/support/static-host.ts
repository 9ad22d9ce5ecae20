import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { onEnd } from './processes.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webmanifest': 'application/manifest+json',
};

const brotli = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

/** A fast plain static host: brotli, and index.html for unknown paths. */
export async function hostFolder(folder: string): Promise<{ url: string; port: number }> {
  const packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const wanted = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://x').pathname));
    const isFile = wanted.startsWith(folder + path.sep) && existsSync(wanted) && statSync(wanted).isFile();
    if (!isFile && path.extname(wanted) !== '') return void response.writeHead(404).end();
    const file = isFile ? wanted : path.join(folder, 'index.html');
    const body = packed.get(file) ?? brotli(readFileSync(file));
    packed.set(file, body);
    response
      .writeHead(200, {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'content-length': body.length,
        'content-encoding': 'br',
        'cache-control': file.includes(`${path.sep}assets${path.sep}`)
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      })
      .end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${port}`, port };
}
