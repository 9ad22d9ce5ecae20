import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInOneContext, withWebLock } from './web-lock.ts';

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

describe('work of one context', () => {
  /** A context with work that goes on until it is lost; one that is frozen does not react even then. */
  const begin = (name: string, lock: string, log: string[], isFrozen = false) =>
    runInOneContext(lock, async (lost) => {
      log.push(`${name} runs`);
      if (isFrozen) return new Promise(() => {});
      await new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve(), { once: true }));
      log.push(`${name} ends`);
    });

  it('runs where it was asked for first; the one that takes over ends it there', async () => {
    const log: string[] = [];
    begin('a', 'one-1', log);
    const takeOver = begin('b', 'one-1', log);
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(['a runs']);
    takeOver();
    await vi.waitFor(() => expect(log).toHaveLength(3));
    expect(log.toSorted()).toEqual(['a ends', 'a runs', 'b runs']);
    // Again by the one that has it: nothing changes.
    takeOver();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toHaveLength(3);
  });

  it('E-2 is taken from a frozen tab, and the two take turns', async () => {
    const log: string[] = [];
    begin('frozen', 'one-2', log, true);
    const b = begin('b', 'one-2', log);
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(['frozen runs']);
    b();
    await vi.waitFor(() => expect(log).toEqual(['frozen runs', 'b runs']));
    const c = begin('c', 'one-2', log);
    c();
    await vi.waitFor(() => expect(log.slice(2).toSorted()).toEqual(['b ends', 'c runs']));
    b();
    await vi.waitFor(() => expect(log.slice(4).toSorted()).toEqual(['b runs', 'c ends']));
  });
});
