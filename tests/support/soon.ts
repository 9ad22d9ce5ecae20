import { vi } from 'vitest';

/** Waits until a check no longer throws, for as long as a slow machine may take, and returns its result. */
export const soon = <T>(check: () => T | Promise<T>, withinMs = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout: withinMs });
