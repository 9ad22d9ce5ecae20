import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { judge, type ScenarioReport } from './oracle.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SHORT_SIZE = 100;
/** Most commands per play in the soak. Source: docs/reliability.md, P. */
const COMMANDS = 80;
/** Matches the number in the title of every property test. */
const NAMED = String.raw`\bP\d+ `;
const FILES = [
  'store',
  'server/http',
  'server/adapters/objects',
  'sw',
  'server/domains/auth/sessions',
  'server/domains/invoices/books',
  'tests/api/properties',
  'tests/faults/p18-links',
];

interface VitestReport {
  testResults: {
    assertionResults: {
      status: 'passed' | 'failed' | 'skipped' | 'pending';
      fullName: string;
      failureMessages?: string[];
    }[];
  }[];
}

/** P: all property tests, `size` plays (100) of up to 80 commands each, with one seed for all of them. */
export const runProperties = async ({
  seed,
  size = SHORT_SIZE,
}: {
  seed: number;
  size?: number;
}): Promise<ScenarioReport> => {
  console.log(`seed ${seed}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-properties-'));
  const startedAtMs = performance.now();
  try {
    const file = path.join(folder, 'report.json');
    const vitest = spawn(
      process.execPath,
      [
        path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        'unit',
        '--project',
        'server',
        '-t',
        NAMED,
        '--reporter=json',
        `--outputFile=${file}`,
        ...FILES,
      ],
      {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, SOAK_RUNS: String(size), SOAK_COMMANDS: String(COMMANDS), FAULT_SEED: String(seed) },
      },
    );
    await once(vitest, 'exit');
    const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
    const results = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
    const failed = results
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => `${fullName}: ${failureMessages.join(' ').slice(0, 1_000)}`);
    const missing = results.length === 0 ? ['no property was run'] : [];
    const seconds = Math.round((performance.now() - startedAtMs) / 1000);
    return judge(
      'P',
      seed,
      { seconds: 0, stuck: missing },
      { lost: failed, doubled: [], reordered: [] },
      [],
      `${results.length} properties, ${size} plays of up to ${COMMANDS} commands each, in ${seconds} s`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
