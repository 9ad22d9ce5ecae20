/** For the handlers of this area; other domains use the door of `account-events`, which imports none of them. */
export { recordAccountEvent, type AccountEvent } from '../account-events/index.ts';
