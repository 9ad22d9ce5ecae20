// @ts-check
// Runs a script with Node 24 or newer, which runs TypeScript without a build. This file is plain JavaScript for Node 18
// and newer. Usage: node node24.mjs <script> [argument…]
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS } from './server-flags.mjs';

const NEEDED_MAJOR = 24;
const SIGINT_WAIT_MS = 3_000;
const POLL_EVERY_MS = 1_000;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Returns the path of the Node that runs this if it is new enough, else of the one that npm installed. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const file = path.join(root, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

const print = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

function explain() {
  const isOnNpm = ['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`);
  print(
    `This app needs Node ${NEEDED_MAJOR} or newer; you run it with ${process.version}.\n` +
      (isOnNpm
        ? 'npm can bring it along, but it is not installed. Run "npm ci" again (without --omit=optional),\n' +
          `or install Node ${NEEDED_MAJOR} from https://nodejs.org/ and start again.`
        : `For ${process.platform}-${process.arch}, npm cannot bring it along. ` +
          `Please install Node ${NEEDED_MAJOR} from https://nodejs.org/ and start again.`),
  );
}

/** Runs the script, passes signals to it and exits with its exit code. */
function run(/** @type {string} */ node, /** @type {string[]} */ args) {
  const folders = [path.dirname(node), process.env.PATH ?? ''];
  // Caches compiled TypeScript: later starts take less time and memory.
  const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules/.cache/node');
  const env = {
    ...process.env,
    PATH: folders.join(path.delimiter),
    LAUNCHER_PID: String(process.pid),
    NODE_COMPILE_CACHE: compiled,
  };
  const flags = args[0]?.endsWith('launch/start.ts') ? SERVER_FLAGS : [];
  const child = spawn(node, [...flags, ...args], { stdio: 'inherit', env });
  passSignals(child);
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on('error', (error) => {
    print(`${node} does not start: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)));
}

function passSignals(/** @type {import('node:child_process').ChildProcess} */ child) {
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  process.on('SIGINT', () => {
    // A terminal sends Ctrl-C to the script too, and a second SIGINT would force it to exit. A signal from elsewhere
    // reaches only this process, so the script gets SIGTERM a little later.
    if (process.stdin.isTTY) setTimeout(() => child.kill('SIGTERM'), SIGINT_WAIT_MS).unref();
    else child.kill('SIGINT');
  });
}

/**
 * Ends the script when npm, or a shell between npm and this process, is killed: npm cannot pass on SIGKILL, and some
 * shells in between pass on no signal.
 */
function endWithParent(/** @type {import('node:child_process').ChildProcess} */ child) {
  const started = JSON.stringify(parentsUpToNpm());
  const timer = setInterval(() => {
    if (JSON.stringify(parentsUpToNpm()) === started) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, POLL_EVERY_MS);
  timer.unref();
}

/**
 * The parent, and where that is a shell of npm's, npm itself. What is above npm may end while npm goes on (`nohup`), so
 * the list stops there. Systems without /proc show the parent only.
 */
function parentsUpToNpm() {
  const parents = [process.ppid];
  try {
    if (/^(sh|bash|dash|zsh|ash|busybox)$/.test(statOf(process.ppid).name)) parents.push(statOf(process.ppid).parent);
  } catch {
    // No /proc, or the parent has just gone: then our own parent changes too.
  }
  return parents;
}

function statOf(/** @type {number} */ pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = stat.lastIndexOf(')');
  return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
}

const node = findNode();
if (!process.argv[2]) {
  print('Usage: node node24.mjs <script> [argument…]');
  process.exitCode = 2;
} else if (node) {
  run(node, process.argv.slice(2));
} else {
  explain();
  process.exitCode = 1;
}
