/** How a part of the run went; `failures` are names to show. */
export type Counts = { passed: number; failed: number; failures: string[] };

export const passed = (number: number): Counts => ({ passed: number, failed: 0, failures: [] });
export const failed = (...names: string[]): Counts => ({ passed: 0, failed: names.length, failures: names });

/** A sum that grows. */
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
