import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A file below the root, and what is in it. */
export type Probe = readonly [file: string, code: string];

interface Report {
  readonly diagnostics: readonly { code?: string; message: string; filename: string }[];
  readonly number_of_files: number;
}

const root = path.resolve(import.meta.dirname, '../..');
const PLUGIN = ['plugin.ts', 'arrows.ts', 'own-rows.ts', 'packages.ts', 'specifiers.ts']
  .map((file) => path.join('build/lint', file))
  .concat('contract/table-marks.ts');

const runOxlint = async (folder: string, args: readonly string[]): Promise<Report> => {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  // The exit code is 1 if there are messages.
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--format', 'json', ...args], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Report;
};

/**
 * Lints probes with the configuration of this repository, in a folder laid out like it.
 *
 * @param rule The rule whose messages are returned, of any plugin: `arrows`.
 * @param args More arguments for oxlint.
 * @returns The messages for a file, a file as it is afterwards, and how many probes were read.
 */
export const lintProbes = async (probes: readonly Probe[], rule: string, args: readonly string[] = []) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lint-probes-'));
  const write = async ([file, code]: Probe) => {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), code);
  };
  try {
    for (const file of ['package.json', '.oxlintrc.json', ...PLUGIN])
      await cp(path.join(root, file), path.join(folder, file));
    for (const probe of probes) await write(probe);
    const report = await runOxlint(folder, args);
    const after = new Map<string, string>();
    for (const [file] of probes) after.set(file, await readFile(path.join(folder, file), 'utf8'));
    return {
      messagesOf: (file: string) =>
        report.diagnostics
          .filter((each) => each.code?.endsWith(`(${rule})`) && path.normalize(each.filename) === path.normalize(file))
          .map(({ message }) => message),
      after: (file: string) => after.get(file),
      readCount: report.number_of_files - PLUGIN.length,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
