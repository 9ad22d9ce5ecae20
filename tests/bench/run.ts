import os from 'node:os';
import { cells, HEADINGS, judge, missing, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { endAll } from './support/processes.ts';

// npm run bench -- [name…] [--rounds N] [--quick]: measures the app and its references in turn, and prints which goals
// are reached.

type Bench = (options: BenchOptions) => Promise<Finding[]>;

const BENCHES: Record<string, () => Promise<Bench>> = {
  shell: async () => (await import('./shell.bench.ts')).benchShell,
  server: async () => (await import('./server.bench.ts')).benchServer,
  crowd: async () => (await import('./crowd.bench.ts')).benchCrowd,
  upload: async () => (await import('./upload.bench.ts')).benchUpload,
  resume: async () => (await import('./resume.bench.ts')).benchResume,
  localdb: async () => (await import('./localdb.bench.ts')).benchLocalDatabase,
  sync: async () => (await import('./sync.bench.ts')).benchSync,
  interaction: async () => (await import('./interaction.bench.ts')).benchInteraction,
  search: async () => (await import('./search.bench.ts')).benchSearch,
  revenue: async () => (await import('./revenue.bench.ts')).benchRevenue,
  dashboard: async () => (await import('./dashboard.bench.ts')).benchDashboard,
  announce: async () => (await import('./announce.bench.ts')).benchAnnounce,
  growth: async () => (await import('./growth.bench.ts')).benchGrowth,
  digests: async () => (await import('./digests.bench.ts')).benchDigests,
  encode: async () => (await import('./encode.bench.ts')).benchEncode,
  play: async () => (await import('./play.bench.ts')).benchPlay,
  list: async () => (await import('./list.bench.ts')).benchList,
  find: async () => (await import('./find.bench.ts')).benchFind,
};

function readArguments(words: string[]): { names: string[]; options: BenchOptions } {
  const names: string[] = [];
  const options: BenchOptions = { rounds: 3, isQuick: words.includes('--quick') };
  if (options.isQuick) options.rounds = 1;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--rounds') options.rounds = Math.max(1, Number(words[++at]) || 1);
    else if (word !== '--quick') names.push(word);
  }
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown) throw new Error(`There is no bench "${unknown}". There are: ${Object.keys(BENCHES).join(', ')}`);
  return { names: names.length > 0 ? names : Object.keys(BENCHES), options };
}

async function runOne(name: string, options: BenchOptions): Promise<Finding[]> {
  console.log(`\n## ${name}`);
  try {
    const bench = await BENCHES[name]!();
    return await bench(options);
  } catch (error) {
    return [missing(name, error instanceof Error ? error.message.split('\n')[0]! : String(error))];
  }
}

/** Prints a table that is readable as Markdown and in a terminal. */
function print(findings: Finding[]): void {
  const rows = [HEADINGS, ...findings.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  console.log(
    [line(rows[0]!), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.slice(1).map(line)].join(
      '\n',
    ),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void endAll().then(() => process.exit(130)));

try {
  const { names, options } = readArguments(process.argv.slice(2));
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores, Node ${process.versions.node}, load ${os.loadavg()[0]!.toFixed(1)}`,
  );
  const all: Finding[] = [];
  for (const name of names) {
    const findings = await runOne(name, options);
    print(findings);
    all.push(...findings);
  }
  const count = (verdict: string) => all.filter((finding) => judge(finding) === verdict).length;
  console.log(
    `\n${count('reached')} reached, ${count('NOT REACHED')} not reached, ${count('not measured')} not measured`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await endAll();
}
process.exit();
