import type { AreaHandlers } from '#server/calls/context.ts';
import { actHandlers } from './acts.ts';
import { codeHandlers } from './codes.ts';
import { discussionHandlers } from './discussions.ts';
import { featuredHandlers } from './featured.ts';
import { jobHandlers } from './jobs.ts';
import { loginHandlers } from './log-in-as.ts';
import { moneyHandlers } from './money.ts';
import { peopleHandlers } from './people.ts';
import { reportHandlers } from './reports.ts';
import { settingHandlers } from './settings.ts';
import { sportHandlers } from './sports.ts';

export { lockScopes, switchOff, switchOn, type Switched } from './suspending.ts';
export { tellOfSport } from './sport-changed.ts';

/** What operators see and do beside applications. Every act is kept with who, when and why. Source: D-297, decisions 0094, 0114. */
export const deskHandlers: AreaHandlers<'desk'> = {
  ...discussionHandlers,
  ...reportHandlers,
  ...peopleHandlers,
  ...loginHandlers,
  ...jobHandlers,
  ...actHandlers,
  ...sportHandlers,
  ...settingHandlers,
  ...codeHandlers,
  ...featuredHandlers,
  ...moneyHandlers,
};
