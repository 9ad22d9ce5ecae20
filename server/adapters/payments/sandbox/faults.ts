import { setTimeout as wait } from 'node:timers/promises';
import { ProviderProblem } from '../provider.ts';

/** What the next call of the provider meets: see `meets`. */
export type SandboxFault =
  /** No answer, and nothing was done. */
  | 'unavailable'
  /** It was done, and the answer was lost. */
  | 'dropped'
  /** Its answer comes after so long. */
  | { delayMs: number };

export interface SandboxFaults {
  /** Faults of the next calls, one each. */
  meets(...faults: SandboxFault[]): void;
  /** The provider is away until it is back. */
  setAway(isAway: boolean): void;
  /** No faults are left. */
  reset(): void;
  /** What becomes of events when their job delivers them. */
  events: 'delivered' | 'lost' | 'doubled';
}

const away = () => new ProviderProblem('unavailable', 'The payment provider does not answer.');

/** Faults for tests, and what makes every call meet them. */
export const sandboxFaults = () => {
  const waiting: SandboxFault[] = [];
  let isAway = false;
  const faults: SandboxFaults = {
    meets: (...next) => void waiting.push(...next),
    setAway: (value) => {
      isAway = value;
    },
    reset() {
      waiting.length = 0;
      isAway = false;
      faults.events = 'delivered';
    },
    events: 'delivered',
  };
  const meeting =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (isAway) throw away();
      const fault = waiting.shift();
      if (fault === 'unavailable') throw away();
      const answer = await work(...args);
      if (fault === 'dropped') throw away();
      if (fault) await wait(fault.delayMs);
      return answer;
    };
  return { faults, meeting };
};
