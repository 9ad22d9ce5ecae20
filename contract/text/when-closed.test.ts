import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Says that something is sent or saved although the app is not open. */
const PROMISE =
  /(after|can) (you )?(close )?Sideline|after you close|sent later|stay in the queue|by (itself|themselves)\b.*(upload|pause)|upload.*by (itself|themselves)/i;

/** All texts without parameters, with the names that lead to them. */
const textsIn = (value: unknown, path: string): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`));
};

test('what promises to go on with the app closed is said to browsers that do, and the others have other words', async () => {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -3));
  const modules = await Promise.all(names.map(async (name) => [name, await import(`../text/${name}.ts`)] as const));
  const texts = modules.flatMap(([name, module]) => textsIn({ ...module }, name));
  const promised = texts.filter(([path]) => path.endsWith('.whenClosed'));
  expect(promised.length).toBeGreaterThan(5);
  for (const [path, words] of promised) expect(words, path).toMatch(PROMISE);

  const saidByAll = texts.filter(([path]) => !path.endsWith('.whenClosed'));
  const isTrue = (words: string) => !PROMISE.test(words) || /open it again|while Sideline is open/.test(words);
  expect(saidByAll.filter(([, words]) => !isTrue(words))).toEqual([]);
  const others = new Map(saidByAll);
  for (const [path] of promised)
    expect(others.get(path.replace(/whenClosed$/, 'whileOpen')), path).toMatch(/open it again|while Sideline is open/);
});
