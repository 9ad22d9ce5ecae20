import { runF1 } from './f01-worker-kills.ts';
import { runF12 } from './f12-captive-portal.ts';
import type { ScenarioReport } from './oracle.ts';
import type { ScenarioOptions } from './world.ts';

export interface Scenario {
  id: string;
  run(options: ScenarioOptions): Promise<ScenarioReport>;
  /** Its size in the soak. */
  soakSize: number;
  /** It starts servers of its own with settings of its own: it is not given the soak's world. */
  hasOwnWorld?: true;
}

/** What `npm run soak` goes through; one line each. */
export const SCENARIOS: readonly Scenario[] = [
  { id: 'F1', run: runF1, soakSize: 1000 },
  { id: 'F12', run: runF12, soakSize: 300 },
];
