// First: Dexie looks for IndexedDB when it is loaded, and F7 runs the store in this process.
import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { ensureChromium } from '#tests/support/chromium.ts';
import { FaultFound, type ScenarioReport } from './oracle/oracle.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { freshSeed, seeded } from './world/seeded.ts';
import { openWorld, type World } from './world/world.ts';

// npm run soak -- --minutes 60 [--only F1,F3] [--seed 7] [--size 60] [--short]: runs every scenario with random seeds,
// first in its short form, so that half an hour covers all of them, then at full size and repeatedly until the time is
// over. Prints one table at the end. Scenarios named with `--only` run at full size. Exit code 1 if anything was lost,
// doubled, reordered or stuck.

const HEADINGS = ['Scenario', 'Runs', 'Lost', 'Doubled', 'Reordered', 'Stuck', 'Drain s (worst)', 'Note'];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    seed: { type: 'string' },
    size: { type: 'string' },
    short: { type: 'boolean' },
  },
});
const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase());
const scenarios = SCENARIOS.filter(({ id }) => !wanted || wanted.includes(id.toUpperCase()));
const endsAtMs = performance.now() + Number(values.minutes) * 60_000;

const sums = new Map<string, ScenarioReport>();
let world: World | undefined;
let isStopped = false;

const add = (report: ScenarioReport): void => {
  const sum = sums.get(report.scenario);
  if (!sum) return void sums.set(report.scenario, { ...report });
  for (const figure of ['runs', 'lost', 'doubled', 'reordered', 'stuck'] as const) sum[figure] += report[figure];
  sum.drainSeconds = Math.max(sum.drainSeconds, report.drainSeconds);
  sum.note = isClean(report) ? sum.note || report.note : `${isClean(sum) ? '' : `${sum.note}; `}seed ${report.seed}`;
};

const isClean = ({ lost, doubled, reordered, stuck }: ScenarioReport): boolean =>
  lost + doubled + reordered + stuck === 0;

const closeWorld = async (): Promise<void> => {
  await world?.close().catch((error: unknown) => console.error(error));
  world = undefined;
};

const runOne = async ({ id, run, soakSize, hasOwnWorld }: Scenario, seed: number, isShort: boolean): Promise<void> => {
  console.log(`\n── ${id}${isShort ? ', short' : ''}, ${new Date().toISOString()} ${'─'.repeat(40)}`);
  try {
    if (!hasOwnWorld) world ??= await openWorld(seeded(seed));
    const size = values.size ? Number(values.size) : isShort ? undefined : soakSize;
    add(await run({ seed, ...(size === undefined ? {} : { size }), ...(world && !hasOwnWorld ? { world } : {}) }));
  } catch (error) {
    console.error(error instanceof FaultFound ? error.message : error);
    // A scenario that throws counts as stuck: a run without a result must not look like a success.
    const broken: ScenarioReport = {
      scenario: id,
      seed,
      runs: 1,
      lost: 0,
      doubled: 0,
      reordered: 0,
      stuck: 1,
      drainSeconds: 0,
      note: `seed ${seed} (${String(error).split('\n', 1)[0]})`,
    };
    add(error instanceof FaultFound ? { ...error.report, note: `seed ${seed}` } : broken);
    // The next run must not inherit the state of a failed one.
    await closeWorld();
  }
};

const printTable = (): void => {
  const rows = [
    HEADINGS,
    ...[...sums.values()].map(({ scenario, runs, lost, doubled, reordered, stuck, drainSeconds, note }) =>
      [scenario, runs, lost, doubled, reordered, stuck, drainSeconds.toFixed(1), note].map(String),
    ),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  console.log(
    `\n${rows
      .map((row) =>
        row
          .map((cell, column) =>
            column === 0 || column === HEADINGS.length - 1
              ? cell.padEnd(widths[column]!)
              : cell.padStart(widths[column]!),
          )
          .join('  ')
          .trimEnd(),
      )
      .join('\n')}`,
  );
};

process.env['CHROMIUM_PATH'] = ensureChromium();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true;
  });
if (scenarios.length === 0) throw new Error(`No such scenario. There are ${SCENARIOS.map(({ id }) => id).join(', ')}.`);
const isOver = (): boolean => isStopped || performance.now() > endsAtMs;
for (let round = 0; !isOver(); round += 1) {
  const isShort = values.short ?? (round === 0 && !wanted);
  for (const scenario of scenarios)
    if (!isOver()) await runOne(scenario, round === 0 && values.seed ? Number(values.seed) : freshSeed(), isShort);
}
await closeWorld();
printTable();
// Exit explicitly: open handles of the bundler and the browser can keep Node running.
process.stdout.write('', () => process.exit([...sums.values()].every(isClean) ? 0 : 1));
