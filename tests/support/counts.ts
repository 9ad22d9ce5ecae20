/** Results of a part of the run; `failures` are names to print. */
export type Counts = { passed: number; failed: number; failures: string[] };

export const passed = (number: number): Counts => ({ passed: number, failed: 0, failures: [] });
export const failed = (...names: string[]): Counts => ({ passed: 0, failed: names.length, failures: names });

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
