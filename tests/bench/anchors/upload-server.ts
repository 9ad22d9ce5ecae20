// The anchors' disk sink: PUT to a file, which parts are here, and everything gone. PORT, PAGES and STORE in the environment.
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const { PORT, PAGES = '', STORE = '' } = process.env;
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' };
mkdirSync(STORE, { recursive: true });

const put = async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
  try {
    await pipeline(request, createWriteStream(path.join(STORE, path.basename(name))));
    response.end('ok');
  } catch {
    response.destroy();
  }
};

/** The parts of one upload: `[[index, bytes], …]`. */
const partsOf = (id: string): [number, number][] =>
  readdirSync(STORE)
    .filter((file) => file.startsWith(`${id}.`))
    .map((file) => [Number(file.slice(id.length + 1)), statSync(path.join(STORE, file)).size]);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  if (request.method === 'PUT') return void put(request, response, url.pathname);
  if (url.pathname === '/have') return void response.end(JSON.stringify(partsOf(url.searchParams.get('id') ?? '')));
  if (url.pathname === '/clear') {
    for (const file of readdirSync(STORE)) rmSync(path.join(STORE, file));
    return void response.end('ok');
  }
  const file = path.join(PAGES, path.normalize(url.pathname === '/' ? '/index.html' : url.pathname));
  if (!existsSync(file)) return void response.writeHead(404).end();
  response
    .writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' })
    .end(readFileSync(file));
});
server.requestTimeout = 0;
server.listen(Number(PORT), '127.0.0.1');
