import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { rolldown, type OutputAsset, type OutputChunk, type Plugin } from 'rolldown';
import { takeBuildLock } from './build-lock.ts';
import { BUNDLE_FOLDER, currentMark, hashServerInputs, writeMark } from './server-build.ts';
import { linesFileOf, type SourceLines } from './source-lines.ts';

/** Stays in node_modules because of its native part. */
const NATIVE = ['@node-rs/argon2'];
/** Large packages that few servers or few moments need. They stay in node_modules, and a start loads none of them. */
const LATER = [
  '@aws-sdk/client-s3',
  '@napi-rs/canvas',
  '@simplewebauthn/server',
  'libphonenumber-js',
  'nodemailer',
  'pdfjs-dist',
  'rolldown',
  'stripe',
  'vite',
  'web-push',
];
/** What `pg` asks for and does without. */
const OPTIONAL = ['pg-native'];
/** Chunks that every start loads. */
const AT_START = ['server', 'main'];
/** A running server loads parts of its bundle with their first use: those of former builds are kept for some time, ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** The module that `ownPlaces` adds. */
const PLACE = '\0place';

type Output = OutputChunk | OutputAsset;

/**
 * Bundles the server into BUNDLE_FOLDER, unless another process has just done it.
 *
 * @param entry Its first file, below the root.
 * @throws Error if an import leads nowhere, or if a start would load a package of LATER.
 */
export async function bundleServer(root: string, entry: string): Promise<void> {
  const folder = path.join(root, BUNDLE_FOLDER);
  const release = await takeBuildLock(path.join(root, '.tmp/server-build.lock'));
  try {
    if (currentMark(root)) return;
    const { output, inputs } = await bundle(root, folder, entry);
    refuseHeavyStart(output);
    await mkdir(folder, { recursive: true });
    const written = [];
    for (const each of output)
      if (each.type === 'chunk') written.push(...(await writeChunk(root, path.join(folder, each.fileName), each)));
    await removeFormer(folder, written);
    await writeMark(root, { files: written, inputs, hash: hashServerInputs(root, inputs) });
  } finally {
    await release();
  }
}

async function bundle(root: string, folder: string, entry: string) {
  const outside = new Set<string>();
  const built = await rolldown({
    cwd: root,
    input: { server: path.join(root, entry) },
    platform: 'node',
    plugins: [keepOutside((file) => outside.add(file)), ownPlaces(root)],
    onLog(level, log, pass) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      // The other warnings are about the insides of packages.
      if (level !== 'warn') pass(level, log);
    },
  });
  try {
    const { output } = await built.generate({
      dir: folder,
      format: 'esm',
      // For the table of lines only.
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Names and lines stay: stacks show them.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false, legalComments: 'none' } },
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
    });
    const own = (await built.watchFiles).filter((file) => isOwn(root, file));
    return { output, inputs: [...own, ...outside].map((file) => belowRoot(root, file)).toSorted() };
  } finally {
    await built.close();
  }
}

const belowRoot = (root: string, file: string): string => path.relative(root, file).replaceAll(path.sep, '/');

const isOwn = (root: string, file: string): boolean =>
  path.isAbsolute(file) && !/^\.\.|(^|\/)node_modules\//.test(belowRoot(root, file));

const isOf = (names: readonly string[], source: string): boolean =>
  names.some((name) => source === name || source.startsWith(`${name}/`));

/** Leaves packages in node_modules, and refuses to build where one is not installed: its first use would be too late. */
const keepOutside = (onFile: (file: string) => void): Plugin => ({
  name: 'keep-outside',
  async resolveId(source, importer) {
    if (isOf(OPTIONAL, source)) return { id: source, external: true };
    if (!isOf([...NATIVE, ...LATER], source)) return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    if (!found) throw new Error(`The package ${source} is not installed, and ${importer} imports it. Run "npm ci".`);
    onFile(found.id);
    return { id: source, external: true };
  },
});

/** The bundle is elsewhere than its sources; the files beside these are still found by `import.meta`. */
const ownPlaces = (root: string): Plugin => ({
  name: 'own-places',
  resolveId: (source) => (source === PLACE ? PLACE : undefined),
  load(id) {
    if (id !== PLACE) return undefined;
    const up = '../'.repeat(BUNDLE_FOLDER.split('/').length);
    return `import { fileURLToPath } from 'node:url';
      import path from 'node:path';
      export const placeOf = (file) => {
        const url = new URL('${up}' + file, import.meta.url).href;
        const filename = fileURLToPath(url);
        return { url, filename, dirname: path.dirname(filename) };
      };`;
  },
  transform(code, id) {
    if (!isOwn(root, id) || !code.includes('import.meta.')) return undefined;
    const file = JSON.stringify(belowRoot(root, id));
    // In front of the first line: the lines of the source keep their numbers.
    const place = `import { placeOf as __placeOf } from '${PLACE}'; const __place = __placeOf(${file}); `;
    return { code: place + code.replaceAll(/\bimport\.meta\./g, '__place.'), map: null };
  },
});

/** @throws Error naming the package of LATER that every start would load. */
function refuseHeavyStart(output: readonly Output[]): void {
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])));
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (isOf(LATER, name))
      throw new Error(`Every start of the server would load ${name}. Load it by import() where it is first used.`);
    if (seen.has(name)) return;
    seen.add(name);
    chunks.get(name)?.imports.forEach(visit);
  };
  for (const { fileName, name } of chunks.values()) if (AT_START.includes(name)) visit(fileName);
}

/** Writes a chunk and its table of lines. @returns Their names. */
async function writeChunk(root: string, file: string, chunk: OutputChunk): Promise<string[]> {
  await writeWhole(linesFileOf(file), JSON.stringify(sourceLinesOf(root, path.dirname(file), chunk)));
  await writeWhole(file, chunk.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
  return [path.basename(file), path.basename(linesFileOf(file))];
}

function sourceLinesOf(root: string, folder: string, { code, map }: OutputChunk): SourceLines {
  const lines: number[] = [];
  const sources = new Map<string, number>();
  const entries = map && new SourceMap(JSON.parse(map.toString()));
  const numberOf = (source: string) => {
    const name = belowRoot(root, path.resolve(folder, source));
    if (!sources.has(name)) sources.set(name, sources.size);
    return sources.get(name)!;
  };
  for (const [line, text] of code.split('\n').entries()) {
    const entry = entries?.findEntry(line, text.search(/\S|$/));
    const isKnown = entry && 'originalSource' in entry && entry.originalSource && entry.generatedLine === line;
    lines.push(...(isKnown ? [numberOf(entry.originalSource), entry.originalLine + 1] : [0, 0]));
  }
  return { sources: [...sources.keys()], lines };
}

/** By a rename: a server that is starting never reads half of a file. */
async function writeWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, file);
}

async function removeFormer(folder: string, current: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (current.includes(name) || Date.now() - (await stat(file)).mtimeMs < KEPT_MS) continue;
    await rm(file, { recursive: true, force: true });
  }
}
