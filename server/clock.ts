import type { Services } from './services.ts';

/** The clock of the services: the machine's, or one that a test moves and that runs on from there. */
export const createClock = (isMovable: boolean): Pick<Services, 'now' | 'moveClock'> => {
  if (!isMovable) return { now: () => new Date(), moveClock: null };
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    moveClock(to) {
      aheadMs = to.getTime() - Date.now();
    },
  };
};
