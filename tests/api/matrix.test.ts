import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { inputsOf } from '#contract/queued.ts';
import { isPublic, mayLeaves } from '#contract/facts.ts';
import { exampleFacts, exampleIds, exampleInput, namesRows } from './examples.ts';
import { expectedOf, type Expected, type Variant } from './expect.ts';
import { SPORT, startWorld, type Actor, type World } from './fixtures.ts';
import { send, type Answer } from './request.ts';
import { markerOf, type Rows } from './rows.ts';
import { changedTables, readRowsSum, readSums, restore } from './snapshot.ts';
import { outcomeOf } from './outcomes.ts';

let world: World;
let run = 0;
const holes: string[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  console.log(
    `authorization matrix: ${run} cells run, ${holes.length} holes${holes.length > 0 ? `: ${holes.join(', ')}` : ''}`,
  );
  await world.close();
});

interface Cell {
  actor: Actor;
  variant: Variant;
  scope: string;
  expected: Expected;
}

const rowsOf = (actor: Actor, variant: Variant): Rows => {
  if (variant === 'own') return world.rows(actor);
  if (variant === 'deleted') return world.deleted(actor);
  if (variant === 'missing') return world.missing();
  const other = world.other(actor);
  return variant === 'memberOnly' ? { ...other, publication: other.memberOnly } : other;
};

const isWatching = (call: Call): boolean =>
  call.id === 'watch.detail' || mayLeaves(call.may).some((leaf) => typeof leaf === 'object' && 'canWatch' in leaf);
const variantsOf = (call: Call): Variant[] => {
  if (!namesRows(call)) return ['own'];
  return isWatching(call)
    ? ['own', 'other', 'missing', 'deleted', 'memberOnly']
    : ['own', 'other', 'missing', 'deleted'];
};

/** Every person with each object in their own scope, and once with another person's scope. */
const cellsOf = (call: Call): Cell[] =>
  world.actors.flatMap((actor) => {
    const cell = (variant: Variant, scope: string): Cell => {
      const may = expectedOf(call.may, isPublic(call.may), actor, scope, variant, SPORT);
      return { actor, variant, scope, expected: may === 'ok' ? outcomeOf(call.id, actor, variant) : may };
    };
    return [
      ...variantsOf(call).map((variant) => cell(variant, actor.scope)),
      ...(isPublic(call.may) ? [] : [cell('own', world.strangerTo(actor).scope)]),
    ];
  });

const ask = async (call: Call, { actor, variant, scope }: Cell): Promise<Answer> => {
  run += 1;
  return send(world, call, await exampleInput(call, world, { actor, rows: rowsOf(actor, variant) }), actor, { scope });
};
const resultOf = ({ status, code, text }: Answer): Expected =>
  status < 400 ? 'ok' : (code ?? `${status} ${text.slice(0, 80)}`);
const nameOf = ({ actor, variant, scope }: Cell): string =>
  `${actor.name}, ${variant}${scope === actor.scope ? '' : ', in the scope of another person'}`;

/** Markers of scopes that this person may not act for. */
const foreignMarkers = (actor: Actor): string[] =>
  [...new Set(world.actors.flatMap(({ scope, userScope }) => [scope, userScope]))]
    .filter((scope) => actor.facts.session !== 'live' || !actor.facts.scopes.includes(scope))
    .map(markerOf);

test('every call has an example, and every example a call', () => {
  holes.push(...allCalls.map(({ id }) => id).filter((id) => !exampleIds().includes(id)));
  expect(holes).toEqual([]);
  expect(exampleIds().toSorted()).toEqual(allCalls.map(({ id }) => id).toSorted());
});

test('where a rule or the facts of a queued call name a row, the example is about rows', () => {
  const ruled = (call: Call) => mayLeaves(call.may).some((leaf) => typeof leaf === 'object');
  const queued = ({ queued: facts }: Call) =>
    facts !== undefined && inputsOf([...facts.rows.changes, ...(facts.rows.names ?? [])]).length > 0;
  const naming = allCalls.filter((call) => ruled(call) || queued(call));
  expect(naming.filter((call) => !namesRows(call)).map(({ id }) => id)).toEqual([]);
});

describe('who may', () => {
  for (const call of allCalls) {
    test(`${call.id}: each person gets what the rule says, and a refusal changes nothing`, async () => {
      const { pool } = world.server.services.database;
      await restore(pool);
      const cells = cellsOf(call);
      const isRead = call.method === 'GET';
      const quiet = cells.filter(({ expected }) => isRead || expected !== 'ok');
      const before = await readSums(pool);
      const answers = new Map<Cell, Answer>();
      for (let at = 0; at < quiet.length; at += 8) {
        const some = quiet.slice(at, at + 8);
        for (const [index, answer] of (await Promise.all(some.map((cell) => ask(call, cell)))).entries())
          answers.set(some[index]!, answer);
      }
      expect
        .soft(
          changedTables(before, await readSums(pool), isPublic(call.may) ? ['sessions', 'confirmation_codes'] : []),
          'changed by refused calls',
        )
        .toEqual([]);

      for (const cell of cells.filter((each) => !quiet.includes(each))) {
        const others = untouchedBy(call, cell);
        const sum = await readRowsSum(pool, others);
        answers.set(cell, await ask(call, cell));
        expect
          .soft((await readRowsSum(pool, others)) === sum, `${nameOf(cell)}: rows of others stayed as they were`)
          .toBe(true);
        await restore(pool);
      }

      const wrong = cells
        .filter((cell) => resultOf(answers.get(cell)!) !== cell.expected)
        .map((cell) => `${nameOf(cell)}: ${resultOf(answers.get(cell)!)} instead of ${cell.expected}`);
      expect.soft(wrong).toEqual([]);
      const leaks = cells
        .filter((cell) => foreignMarkers(cell.actor).some((marker) => answers.get(cell)!.text.includes(marker)))
        .map(nameOf);
      expect.soft(leaks, 'answers with rows of another person').toEqual([]);
      expect.soft(differences(cells, answers), 'another person’s row is refused like a missing one').toEqual([]);
    });
  }
});

/** All scopes except the person's own and those that the call reaches, as its example says. */
const untouchedBy = (call: Call, { actor, variant }: Cell): string[] => {
  const isOwner = isPublic(call.may) ? world.actor('creator') : actor;
  const { reaches = [] } = exampleFacts(call);
  const showsOwner = variant !== 'own' && reaches.includes('owner');
  const stranger = world.strangerTo(actor);
  // The owner of the rows is a person, or all admins of an organization.
  const owners = showsOwner ? world.actors.filter(({ scope }) => scope === stranger.scope) : [];
  const fellows = reaches.includes('fellows') ? world.actors.filter(({ scope }) => scope === isOwner.scope) : [];
  const touched = [
    ...isOwner.facts.scopes,
    ...(showsOwner ? stranger.facts.scopes : []),
    ...[...owners, ...fellows].map(({ userScope }) => userScope),
  ];
  return world.actors.flatMap(({ scope, userScope }) => [scope, userScope]).filter((scope) => !touched.includes(scope));
};

const differences = (cells: Cell[], answers: Map<Cell, Answer>): string[] =>
  world.actors.flatMap((actor) => {
    const of = (variant: Variant) =>
      cells.find((cell) => cell.actor === actor && cell.variant === variant && cell.scope === actor.scope);
    const [other, missing] = [of('other'), of('missing')];
    if (!other || !missing || other.expected !== missing.expected || other.expected === 'ok') return [];
    const [one, two] = [answers.get(other)!, answers.get(missing)!];
    return one.status === two.status && one.text === two.text
      ? []
      : [`${actor.name}: ${one.status} ${one.text} / ${two.status} ${two.text}`];
  });
