import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, normalizePath, type InlineConfig, type PluginOption, type Rolldown } from 'vite';
import { onTestFinished } from 'vitest';

/** Makes a folder with these files (text by path) for one test. @returns its path as module ids have it. */
export const makeFolder = (files: Readonly<Record<string, string>>): string => {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'build-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return normalizePath(root);
};

/** A document that loads `/src/main.ts`. */
export const DOCUMENT = `<!doctype html>
<html lang="en">
  <head>
    <title>Fixture</title>
    <link rel="stylesheet" href="/src/main.css" />
  </head>
  <body>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>`;

/** Builds a folder with Vite and these plugins alone into its dist/. @throws what the build throws. */
export const buildFolder = (root: string, plugins: PluginOption[], config: InlineConfig['build'] = {}): Promise<void> =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { target: 'es2023', modulePreload: { polyfill: false }, manifest: true, ...config },
  }).then(() => {});

/** The text of a file of the build. `name` is its name without the hash. */
export const builtText = (root: string, name: string): string => {
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; name?: string }
  >;
  const chunk = Object.values(manifest).find((each) => each.name === name && each.file.endsWith('.js'));
  if (!chunk) throw new Error(`The build has no file ${name}: ${JSON.stringify(manifest)}`);
  return readFileSync(path.join(root, 'dist', chunk.file), 'utf8');
};

/** The fields of a chunk that plugins read, for hooks that are called without a build. */
export const madeChunk = (fileName: string, chunk: Partial<Rolldown.OutputChunk> = {}) => ({
  type: 'chunk' as const,
  fileName,
  name: fileName.replace(/\.\w+$/, ''),
  isEntry: false,
  imports: [],
  moduleIds: [],
  code: '',
  ...chunk,
});

/** A bundle of such files, by name. */
export const madeBundle = (...chunks: ReturnType<typeof madeChunk>[]): Rolldown.OutputBundle =>
  Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk])) as unknown as Rolldown.OutputBundle;
