import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { App } from '#server/http/app.ts';
import { serveClient } from '#server/http/static.ts';
import type { Seeded } from './seeded.ts';

/** The build in this working copy's `dist`. */
export const THIS_BUILD = path.resolve(import.meta.dirname, '../../../dist');
export const THIS_VERSION = (
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;
/** Where a built file opens the account's database (openAccountDatabase): its stores are in a variable, Dexie's own are not. */
const ACCOUNT_STORES = /\.version\((\d+)\)\.stores\((?=[\w$]+\))/g;
const TEXT = /\.(js|css|html)$/;

export interface NextBuildOptions {
  /** Inserted into the name of each hashed file, so that every file of the build has a new name. */
  mark: string;
  /** Whether its IndexedDB schema version is one higher than this build's. */
  hasNewDatabase?: boolean;
}

/**
 * Makes the build that the next deploy would bring: the same app with every file renamed, a higher version, and
 * precache revisions that are new to the service worker.
 */
export const makeNextBuild = async (
  folder: string,
  version: string,
  { mark, hasNewDatabase = false }: NextBuildOptions,
): Promise<void> => {
  await cp(THIS_BUILD, folder, {
    recursive: true,
    filter: (source) => !source.endsWith('.br') && !source.endsWith('.built'),
  });
  const assets = path.join(folder, 'assets');
  const renamed = new Map(
    (await readdir(assets))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => {
        const { name: stem, ext } = path.parse(name);
        return [name, `${stem}.${mark}${ext}`];
      }),
  );
  let raised = 0;
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!TEXT.test(entry)) continue;
    const file = path.join(folder, entry);
    const before = await readFile(file, 'utf8');
    let text = before.replaceAll(/[\w.@$-]+\.(?:js|css)\b/g, (name) => renamed.get(name) ?? name);
    for (const quote of ['"', "'", '`'])
      text = text.replaceAll(`${quote}${THIS_VERSION}${quote}`, `${quote}${version}${quote}`);
    // Change the precache revisions of files without a hash in their name, so that the service worker fetches them.
    if (entry === 'sw.js')
      text = text.replaceAll(
        /(["']?revision["']?:["'])([0-9a-f]{32})/g,
        (_whole, head: string, revision: string) => `${head}${[...revision].toReversed().join('')}`,
      );
    if (hasNewDatabase)
      text = text.replaceAll(ACCOUNT_STORES, (_whole, current: string) => {
        raised += 1;
        return `.version(${Number(current) + 1}).stores(`;
      });
    if (entry === 'sw.js') text += `\n// ${mark}`;
    if (text !== before) await writeFile(file, text);
  }
  if (hasNewDatabase && raised === 0)
    throw new Error('No file of the build opens the local database: see ACCOUNT_STORES.');
  for (const [from, to] of renamed) await rename(path.join(assets, from), path.join(assets, to));
};

/** Whether a page runs the build with this mark, by the name of its entry script. */
export const isEntryOf = (src: string, mark: string): boolean => src.includes(`.${mark}.`);

/** A server in front of the app that serves the client files of the deployed build. */
export interface BuildSite {
  port: number;
  /** Serves only this build's files from now on. */
  deploy(folder: string, version: string): void;
  /**
   * A rolling deploy: files without a hash come from a build drawn by `random`, hashed files of all builds are served.
   */
  deployBoth(folders: readonly string[], version: string, random: Seeded): void;
  close(): Promise<void>;
}

const SERVER_PATHS = /^\/(api|media|pictures|dev|metrics)(\/|\?|$)/;
const VERSION_PATH = '/api/logs/versions/current';

const listenerOf = (folder: string): RequestListener => {
  const files = new Hono();
  serveClient(files as unknown as App, folder);
  return getRequestListener(files.fetch) as RequestListener;
};

export const openBuildSite = async (appPort: number): Promise<BuildSite> => {
  let serve = listenerOf(THIS_BUILD);
  let versionNumber = THIS_VERSION;
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const upstream = httpRequest(
      {
        host: '127.0.0.1',
        port: appPort,
        method: request.method,
        path: request.url,
        headers: request.headers,
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    response.once('close', () => upstream.destroy());
    upstream.once('error', () => response.destroy());
    request.pipe(upstream);
  };
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    if (request.url === VERSION_PATH) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ versionNumber }));
      return;
    }
    if (SERVER_PATHS.test(request.url!)) forward(request, response);
    else void serve(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    deploy(folder, version) {
      serve = listenerOf(folder);
      versionNumber = version;
    },
    deployBoth(folders, version, random) {
      const builds = folders.map((folder) => ({ folder, listen: listenerOf(folder) }));
      serve = (request, response) => {
        const holding = builds.find(
          ({ folder }) => request.url!.startsWith('/assets/') && existsSync(path.join(folder, request.url!)),
        );
        return (holding ?? random.pick(builds)).listen(request, response);
      };
      versionNumber = version;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
