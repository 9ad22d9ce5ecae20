export interface BenchOptions {
  /** How often each case runs. */
  rounds: number;
  /** Smaller files and shorter runs: to see whether something got worse. */
  isQuick: boolean;
}
