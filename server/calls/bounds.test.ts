import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Budget, Places } from './bounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = expect.objectContaining({ code: 'server.busy' });

describe('places', () => {
  const make = () => new Places({ places: 2, waitingMax: 1, waitMs: 1_000 });

  test('each person has their own, and one that leaves starts the next in line', async () => {
    const places = make();
    const leave = await places.take('ana');
    await places.take('ana');
    await places.take('ben');
    let hasStarted = false;
    const third = places.take('ana').then(() => (hasStarted = true));
    await vi.advanceTimersByTimeAsync(500);
    expect(hasStarted).toBe(false);
    leave();
    leave();
    await third;
    await expect(Promise.race([places.take('ana'), vi.advanceTimersByTimeAsync(1_000)])).rejects.toEqual(busy);
  });

  test('who finds no place is refused when too many wait, or after a while', async () => {
    const places = make();
    await Promise.all([places.take('ana'), places.take('ana')]);
    const waiting = expect(places.take('ana')).rejects.toEqual(busy);
    await expect(places.take('ana')).rejects.toEqual(busy);
    await vi.advanceTimersByTimeAsync(1_000);
    await waiting;
  });
});

test('a budget refuses what it does not have, and gets back what is released, once', () => {
  const budget = new Budget(100);
  const release = budget.hold(60);
  expect(() => budget.hold(41)).toThrow(busy);
  budget.hold(40);
  release();
  release();
  expect(budget.heldBytes).toBe(40);
  budget.hold(60);
});
