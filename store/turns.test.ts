import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTurn } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('taking turns', () => {
  it('one after the other, in the order they came', async () => {
    const line: string[] = [];
    const work = (name: string) => () => {
      line.push(`${name} in`);
      return Promise.resolve().then(() => {
        line.push(`${name} out`);
      });
    };
    await Promise.all(['a', 'b', 'c'].map((name) => inTurn('t1', work(name))));
    expect(line).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('F7 a tab that was frozen in its turn holds nobody up: the others go on, and it ends as its work ends when it wakes', async () => {
    const thaw = Promise.withResolvers<string>();
    const frozen = inTurn('t2', () => thaw.promise);
    const others = [inTurn('t2', async () => 'b'), inTurn('t2', async () => 'c')];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.all(others)).toEqual(['b', 'c']);
    thaw.resolve('a');
    expect(await frozen).toBe('a');
  });

  it('what the work throws is thrown', async () => {
    await expect(inTurn('t3', () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
    expect(await inTurn('t3', async () => 1)).toBe(1);
  });
});
