import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { openBidi } from './bidi.ts';
import { SCREEN, START_WITHIN_MS, type Engine, type OpenEngine } from './engine.ts';
import { firefoxProgram } from './installed.ts';
import { killGroup } from './processes.ts';

/** The rest is what Firefox itself sets when it is driven; what a page sees is as for a person. */
const PREFERENCES = {
  // 0: every page may play with sound.
  'media.autoplay.default': 0,
  'browser.shell.checkDefaultBrowser': false,
  // After a kill it starts as after any other end.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
};
const READY_LINE = /WebDriver BiDi listening on (ws:\/\/\S+)/;

/** The address at which it listens. */
const addressIn = (said: Readable): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(() => reject(new Error(`Firefox does not start. It said:\n${text}`)), START_WITHIN_MS);
    said.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-4_000);
      const [, address] = READY_LINE.exec(text) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
  });

/** Starts Firefox without a window, driven by WebDriver BiDi. */
export const openFirefox: OpenEngine = async (profile) => {
  await mkdir(profile, { recursive: true });
  const lines = Object.entries(PREFERENCES).map(
    (pair) => `user_pref(${pair.map((each) => JSON.stringify(each)).join(', ')});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(firefoxProgram!, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    return await drive(await addressIn(child.stderr), () => killGroup(child.pid));
  } catch (error) {
    await killGroup(child.pid);
    throw error;
  }
};

const drive = async (address: string, kill: Engine['kill']): Promise<Engine> => {
  const { send, version } = await openBidi(address);
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  await send('browsingContext.setViewport', { context, viewport: SCREEN });

  const run: Engine['run'] = async (work, ...args) => {
    const answer = await send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
      'script.callFunction',
      {
        // JSON, because BiDi's own form of values is another one.
        functionDeclaration: `async (args) => JSON.stringify(await (${String(work)})(...JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
      },
    );
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result?.value === undefined ? undefined : JSON.parse(answer.result.value);
  };
  const find = async (css: string): Promise<{ sharedId: string }> => {
    const locator = { type: 'css', value: css };
    const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
      context,
      locator,
    });
    if (!nodes[0]) throw new Error(`No element: ${css}`);
    return { sharedId: nodes[0].sharedId };
  };
  const act = (type: 'pointer' | 'key', actions: object[]) =>
    send('input.performActions', { context, actions: [{ type, id: type, actions }] });

  return {
    version,
    run,
    kill,
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async click(css) {
      const origin = { type: 'element', element: await find(css) };
      await act('pointer', [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async fill(css, text) {
      // What is typed replaces what is selected.
      const select = (wanted: string): void => {
        const field = document.querySelector<HTMLInputElement>(wanted)!;
        field.focus();
        field.select();
      };
      await run(select, css);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act('key', keys);
    },
    async pick(css, ...files) {
      await send('input.setFiles', { context, element: await find(css), files });
    },
  };
};
