import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/support/app-process.ts';
import { COMMAND_WITHIN_MS, SCREEN, START_WITHIN_MS, type Engine, type OpenEngine } from './engine.ts';
import { webKitPrograms } from './installed.ts';
import { killGroup } from './processes.ts';

/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SCRIPT_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** A screen in memory: WebKitGTK cannot do without one. */
const openScreen = async (): Promise<{ display: string; close(): Promise<void> }> => {
  const args = ['-displayfd', '3', '-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`, '-nolisten', 'tcp'];
  const child = spawn(webKitPrograms!.screen, args, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const close = () => killGroup(child.pid);
  const late = AbortSignal.timeout(START_WITHIN_MS);
  try {
    const [number] = (await once(child.stdio[3] as Readable, 'data', { signal: late })) as [Buffer];
    return { display: `:${String(number).trim()}`, close };
  } catch (cause) {
    await close();
    throw new Error('Xvfb does not start', { cause });
  }
};

type Call = <T = unknown>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** Calls of WebDriver at a port of this machine. */
const callsTo =
  (port: number): Call =>
  async <T>(method: string, where: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${where}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(COMMAND_WITHIN_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${where}: ${value.error}: ${value.message}`);
    return value;
  };

const untilListening = async (call: Call): Promise<void> => {
  const giveUpAtMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    try {
      await call('GET', '/status');
      return;
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error;
      await wait(LOOK_EVERY_MS);
    }
  }
};

/** Starts WebKitGTK on a screen of its own, driven by WebDriver. */
export const openWebKit: OpenEngine = async (profile) => {
  await mkdir(profile, { recursive: true });
  const screen = await openScreen();
  const port = await freePort();
  const child = spawn(webKitPrograms!.driver, [`--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      // Its sandbox does not start for root, nor in most containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_PROFILE: profile,
      WEBKIT_SIZE: `${SCREEN.width}x${SCREEN.height}`,
    },
  });
  const kill = async () => {
    await killGroup(child.pid);
    await screen.close();
  };
  try {
    return await drive(callsTo(port), kill);
  } catch (error) {
    await kill();
    throw error;
  }
};

const drive = async (call: Call, kill: Engine['kill']): Promise<Engine> => {
  await untilListening(call);
  const options = { binary: path.join(import.meta.dirname, 'webkit-browser.py'), args: [] };
  const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } },
  );
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/timeouts`, { script: SCRIPT_WITHIN_MS, pageLoad: SCRIPT_WITHIN_MS, implicit: 0 });
  const toElement = async (css: string, what: 'click' | 'clear' | 'value', body: object = {}): Promise<void> => {
    const found = await call<Record<string, string>>('POST', `${session}/element`, {
      using: 'css selector',
      value: css,
    });
    await call('POST', `${session}/element/${found[ELEMENT]}/${what}`, body);
  };

  return {
    version: capabilities.browserVersion,
    kill,
    async run(work, ...args) {
      // As JSON, for the same values as in Firefox: WebDriver makes null of undefined.
      const script = `const [args, done] = arguments; (async () => JSON.stringify(await (${String(work)})(...JSON.parse(args))))()
        .then((json) => done({ json }), (error) => done({ error: String(error) }));`;
      const body = { script, args: [JSON.stringify(args)] };
      const { json, error } = await call<{ json?: string; error?: string }>('POST', `${session}/execute/async`, body);
      if (error) throw new Error(error);
      return typeof json === 'string' ? JSON.parse(json) : undefined;
    },
    async goto(url) {
      await call('POST', `${session}/url`, { url });
    },
    click: (css) => toElement(css, 'click'),
    async fill(css, text) {
      await toElement(css, 'clear');
      await toElement(css, 'value', { text });
    },
    pick: (css, ...files) => toElement(css, 'value', { text: files.join('\n') }),
  };
};
