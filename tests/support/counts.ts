/** Where a failed test stands, to run it alone; without a title: the whole file. */
export type TestAddress =
  | { runner: 'playwright'; project: string; file: string; line: number; title: string }
  | { runner: 'vitest'; file: string; title?: string };

/** `name` is printed; `address` is missing where a second try makes no sense, such as for types. */
export type Failure = { name: string; address?: TestAddress };

/** Results of a part of the run. */
export type Counts = { passed: number; failed: number; failures: Failure[] };

export const passed = (number: number): Counts => ({ passed: number, failed: 0, failures: [] });
export const failed = (...names: string[]): Counts => ({
  passed: 0,
  failed: names.length,
  failures: names.map((name) => ({ name })),
});

/** A running sum of counts. */
export function count(): Counts & { add(part: Counts): void } {
  return {
    ...passed(0),
    add(part) {
      this.passed += part.passed;
      this.failed += part.failed;
      this.failures.push(...part.failures);
    },
  };
}
