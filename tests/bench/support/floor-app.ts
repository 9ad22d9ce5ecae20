import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildPage } from './build-page.ts';

const NAMES = ['home', 'explore', 'library', 'notifications'];
const SHELL = `<nav>${NAMES.map((name) => `<a href="/${name}">${name}</a>`).join('')}</nav><main><h1>home</h1><ul>${'<li><b>&nbsp;</b></li>'.repeat(20)}</ul></main>`;

/**
 * The lower bound of a start: React, the router with four routes and a service worker of ten lines. With `hasShell`,
 * the shell's markup is in index.html, so that the first paint waits for no script.
 */
export async function buildFloor(hasShell: boolean): Promise<string> {
  const folder = await buildPage('floor.tsx', {
    html: `<link rel="manifest" href="/manifest.webmanifest"><div id="root">${hasShell ? SHELL : ''}</div>`,
  });
  writeFileSync(
    path.join(folder, 'manifest.webmanifest'),
    JSON.stringify({ name: 'floor', start_url: '/', display: 'standalone', icons: [] }),
  );
  const files = readdirSync(path.join(folder, 'assets')).map((file) => `/assets/${file}`);
  writeFileSync(
    path.join(folder, 'sw.js'),
    `const files = ${JSON.stringify(['/', '/manifest.webmanifest', ...files])};
oninstall = (e) => e.waitUntil(caches.open('floor').then((c) => c.addAll(files)).then(() => skipWaiting()));
onactivate = (e) => e.waitUntil(clients.claim());
onfetch = (e) => { if (e.request.method === 'GET') e.respondWith(caches.match(e.request.mode === 'navigate' ? '/' : e.request).then((r) => r ?? fetch(e.request))); };`,
  );
  return folder;
}
