import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls, callById } from '#contract/calls.ts';
import { newId, organizationScope } from '#contract/ids.ts';
import { FACTS, mayLeaves, mayOnClient, type ClientPerson } from '#contract/facts.ts';
import { type Fact, type May } from '#contract/may.ts';
import { enforcedRule } from '#contract/operators.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { startTestServer, type TestPerson, type TestServer } from '#tests/support/server.ts';
import { addRows, type Rows } from '#tests/api/rows.ts';
import type { Session } from './context.ts';
import { compileRule } from './rules.ts';
import { sessionStatement } from './admit.ts';

/** Every fact alone, and every rule of the contract. */
const RULES: May[] = [
  ...(Object.keys(FACTS) as Fact[]),
  ...new Map(allCalls.map(({ may }) => [JSON.stringify(may), may])).values(),
];
const FLAGS = ['is_registration_complete', 'is_learner', 'is_educator', 'is_superadmin'] as const;
const COMBINATIONS = Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
  FLAGS.map((flag, index) => [flag, (bits & (1 << index)) !== 0] as const),
);

let server: TestServer;
let person: TestPerson;
let organizationId: string;
/** Rows of each scope that a call can be made for. */
const rowsOf = new Map<string, Rows>();

beforeAll(async () => {
  server = await startTestServer({ handlers: {}, routes: [], isPartial: true });
  const { db } = server.services.database;
  await seedReference(db);
  person = await server.addPerson();
  organizationId = newId();
  const organization = organizationScope(organizationId);
  await db.insertInto('organizations').values({ id: organizationId, name: 'Lakeside', status: 'approved' }).execute();
  await db
    .insertInto('organization_admins')
    .values({ organization_id: organizationId, user_id: person.userId, role: 'Owner' })
    .execute();
  for (const scope of [person.scope, organization])
    rowsOf.set(scope, await addRows(server, { scope, userId: person.userId }));
});
afterAll(() => server.close());

/** An own row of the kind that each input of a rule names. */
const ownRows = (may: May, rows: Rows): string[] =>
  mayLeaves(may).flatMap((leaf) => {
    if (typeof leaf === 'string') return [];
    return ['canWatch' in leaf ? rows.publication : leaf.owns === 'device' ? newId() : rows[leaf.owns]];
  });

const askDatabase = async (may: May, scope: string, inputs: string[]) => {
  const rule = compileRule(may);
  const facts = rule.rowFacts(4);
  const result = await server.services.database.pool.query(sessionStatement([...facts, rule.condition(4)]), [
    person.userId,
    scope,
    person.sessionId,
    ...inputs,
  ]);
  const row = result.rows[0] as Session & Record<string, unknown>;
  const answers = facts.map((_, index) => row[`fact_${index}`] === true);
  return {
    session: row,
    isAllowedBySql: row[`fact_${facts.length}`] === true,
    answers,
    problem: rule.judge(row, scope, answers)?.code,
  };
};

const clientPerson = (session: Session): ClientPerson => ({
  scope: session.scope,
  isRegistrationComplete: session.isRegistrationComplete,
  isLearner: session.isLearner,
  isEducator: session.isEducator,
  organizations: session.organizationScopes.map((scope) => ({
    id: scope.slice('org:'.length),
    name: 'Lakeside',
    role: 'Owner',
  })),
});

test.each(COMBINATIONS.map((flags) => [flags.flatMap(([flag, isSet]) => (isSet ? [flag] : [])).join(', '), flags]))(
  'the SQL condition, the judge and the client agree about a person with: %s',
  async (_name, flags) => {
    const { db } = server.services.database;
    await db.updateTable('users').set(Object.fromEntries(flags)).where('id', '=', person.userId).execute();
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const may of RULES) {
      for (const [scope, rows] of rowsOf) {
        const own = ownRows(may, rows);
        for (const inputs of own.length > 0 ? [own, own.map(() => newId())] : [own]) {
          const { session, isAllowedBySql, answers, problem } = await askDatabase(may, scope, inputs);
          const onClient = mayOnClient(may, clientPerson(session), scope);
          const text = `${JSON.stringify(may)} for ${scope}: ${isAllowedBySql}, ${problem}, ${onClient}`;
          if (isAllowedBySql !== (problem === undefined)) wrong.push(text);
          if (onClient === 'yes' && !isAllowedBySql) wrong.push(text);
          if (onClient === 'no' && isAllowedBySql) wrong.push(text);
          if (onClient === 'unknown' && answers.length === 0 && !/superadmin|ofAge/.test(text)) wrong.push(text);
          seen.add(`${isAllowedBySql} ${onClient}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(2);
  },
);

test.each([
  [null, false, 'age.unknown'],
  [null, true, 'age.unknown'],
  ['2200-01-01', false, 'age.consent_needed'],
  ['2200-01-01', true, undefined],
  ['2008-01-01', false, undefined],
])(
  'D-250 the SQL condition and the judge agree about a person who is 18 on %s, consent: %s',
  async (adult_on, has_guardian_consent, expected) => {
    const { db } = server.services.database;
    await db.updateTable('users').set({ adult_on, has_guardian_consent }).where('id', '=', person.userId).execute();
    const { isAllowedBySql, problem } = await askDatabase('ofAge', person.scope, []);
    expect([problem, isAllowedBySql]).toEqual([expected, expected === undefined]);
  },
);

test('decision 0114: the SQL condition and the judge refuse what is closed to an operator in the account of a person', async () => {
  const { db } = server.services.database;
  await db.updateTable('users').set({ is_registration_complete: true }).where('id', '=', person.userId).execute();
  const closed = callById.get('account.change')!;
  const [own, enforced] = [closed.may, enforcedRule(closed)];
  expect(await askDatabase(enforced, person.scope, [])).toMatchObject({ isAllowedBySql: true, problem: undefined });
  await db.updateTable('sessions').set({ operator_id: newId() }).where('id', '=', person.sessionId).execute();
  expect(await askDatabase(own, person.scope, [])).toMatchObject({ isAllowedBySql: true, problem: undefined });
  expect(await askDatabase(enforced, person.scope, [])).toMatchObject({
    isAllowedBySql: false,
    problem: 'access.not_in_person',
  });
});
