import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withWebLock } from './web-lock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a web lock', () => {
  it('runs work one after the other, in the order of the requests', async () => {
    const line: string[] = [];
    const work = (name: string) => () => {
      line.push(`${name} in`);
      return Promise.resolve().then(() => {
        line.push(`${name} out`);
      });
    };
    await Promise.all(['a', 'b', 'c'].map((name) => withWebLock('t1', work(name))));
    expect(line).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('F7 is stolen from a frozen tab, whose work still returns its own result when it wakes', async () => {
    const thaw = Promise.withResolvers<string>();
    const frozen = withWebLock('t2', () => thaw.promise);
    const others = [withWebLock('t2', async () => 'b'), withWebLock('t2', async () => 'c')];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.all(others)).toEqual(['b', 'c']);
    thaw.resolve('a');
    expect(await frozen).toBe('a');
  });

  it('rethrows what the work throws', async () => {
    await expect(withWebLock('t3', () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
    expect(await withWebLock('t3', async () => 1)).toBe(1);
  });
});
