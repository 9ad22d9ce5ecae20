import { usePostgres } from '#tests/support/postgres.ts';
import { startTestPostgres } from '#tests/support/postgres-setup.ts';
import { runYears } from './scenarios/billing-years.ts';
import { runClub } from './scenarios/club.ts';
import { runYear } from './scenarios/creator-year.ts';
import { runCut } from './scenarios/cut-streams.ts';
import { runF1 } from './scenarios/f01-worker-kills.ts';
import { runF2 } from './scenarios/f02-lost-answers.ts';
import { runF3 } from './scenarios/f03-upload.ts';
import { runF4 } from './scenarios/f04-room.ts';
import { runF5 } from './scenarios/f05-two-devices.ts';
import { runF6 } from './scenarios/f06-account-switch.ts';
import { runF7 } from './scenarios/f07-refresh.ts';
import { runF8 } from './scenarios/f08-poison.ts';
import { runF9 } from './scenarios/f09-eviction.ts';
import { runF10 } from './scenarios/f10-two-builds.ts';
import { runF11 } from './scenarios/f11-many-tabs.ts';
import { runF12 } from './scenarios/f12-captive-portal.ts';
import { runF13 } from './scenarios/f13-pushes.ts';
import { runF14 } from './scenarios/f14-killed-server.ts';
import { runF15 } from './scenarios/f15-herd.ts';
import { runF16 } from './scenarios/f16-unattached.ts';
import { runF18 } from './scenarios/f18-wrong-clock.ts';
import { runF19 } from './scenarios/f19-two-servers.ts';
import { runF20 } from './scenarios/f20-database-away.ts';
import { runF22 } from './scenarios/f22-power-loss.ts';
import { runF21 } from './scenarios/f21-disk-full.ts';
import { runF23 } from './scenarios/f23-hostile-files.ts';
import { runF24 } from './scenarios/f24-attacks.ts';
import { runF25 } from './scenarios/f25-replace.ts';
import { runF26 } from './scenarios/f26-killed-payment.ts';
import { runEarlyKills } from './scenarios/early-kills.ts';
import { runLongVideo } from './world/long-video.ts';
import { runRecordKills } from './scenarios/record-kills.ts';
import { runShareKills } from './scenarios/share-kills.ts';
import { runLastTry } from './scenarios/last-try.ts';
import type { ScenarioReport } from './oracle/oracle.ts';
import { runProperties } from './oracle/properties.ts';
import { runWithoutSync } from './scenarios/without-sync.ts';
import type { ScenarioOptions } from './world/world.ts';

export interface Scenario {
  id: string;
  run(options: ScenarioOptions): Promise<ScenarioReport>;
  /** Its size in the soak; the scenario's default if left out. */
  soakSize?: number;
  /** Whether it starts its own servers and browsers, instead of using the soak's shared world. */
  hasOwnWorld?: true;
}

/** For scenarios with a server in this process, whose database the vitest setup provides in the test run. */
const withTestPostgres =
  (run: Scenario['run']): Scenario['run'] =>
  async (options) => {
    const { postgres, stop } = await startTestPostgres();
    usePostgres(postgres);
    try {
      return await run(options);
    } finally {
      await stop();
    }
  };

/** Scenarios of `npm run soak`. */
export const SCENARIOS: readonly Scenario[] = [
  { id: 'F1', run: runF1, soakSize: 1000 },
  { id: 'F2', run: withTestPostgres(runF2), hasOwnWorld: true },
  { id: 'F3', run: runF3, soakSize: 954, hasOwnWorld: true },
  { id: 'F4', run: runF4, soakSize: 200, hasOwnWorld: true },
  { id: 'F5', run: runF5, soakSize: 120 },
  { id: 'F6', run: runF6, soakSize: 20 },
  { id: 'F7', run: withTestPostgres(runF7), soakSize: 1000, hasOwnWorld: true },
  { id: 'F8', run: runF8, soakSize: 60 },
  { id: 'F9', run: runF9, soakSize: 5 },
  { id: 'F10', run: runF10, soakSize: 1, hasOwnWorld: true },
  { id: 'F11', run: runF11, soakSize: 100 },
  { id: 'F12', run: runF12, soakSize: 300 },
  { id: 'F13', run: runF13, soakSize: 3 },
  { id: 'F14', run: runF14, soakSize: 20, hasOwnWorld: true },
  { id: 'F15', run: runF15, soakSize: 1000, hasOwnWorld: true },
  { id: 'F16', run: runF16, soakSize: 1800 },
  { id: 'F18', run: runF18, soakSize: 1, hasOwnWorld: true },
  { id: 'F19', run: runF19, soakSize: 20, hasOwnWorld: true },
  { id: 'F20', run: runF20, soakSize: 10, hasOwnWorld: true },
  { id: 'F21', run: runF21, hasOwnWorld: true },
  { id: 'F22', run: runF22, hasOwnWorld: true },
  { id: 'F23', run: runF23, hasOwnWorld: true },
  { id: 'F24', run: runF24, soakSize: 1, hasOwnWorld: true },
  { id: 'F25', run: runF25, soakSize: 20, hasOwnWorld: true },
  { id: 'F26', run: runF26, soakSize: 20, hasOwnWorld: true },
  { id: 'CUT', run: runCut, soakSize: 1200, hasOwnWorld: true },
  { id: 'EARLY', run: runEarlyKills, soakSize: 40, hasOwnWorld: true },
  { id: 'LASTTRY', run: runLastTry },
  { id: 'LONG', run: runLongVideo, soakSize: 7200, hasOwnWorld: true },
  { id: 'RECORD', run: runRecordKills, soakSize: 40 },
  { id: 'SHARE', run: runShareKills, soakSize: 40 },
  { id: 'NOSYNC', run: runWithoutSync, soakSize: 60 },
  { id: 'CLUB', run: runClub, soakSize: 300, hasOwnWorld: true },
  { id: 'EARN', run: withTestPostgres(runYear), soakSize: 50, hasOwnWorld: true },
  { id: 'YEARS', run: withTestPostgres(runYears), soakSize: 1000, hasOwnWorld: true },
  { id: 'P', run: runProperties, soakSize: 1000, hasOwnWorld: true },
];
