import { overlaysGone } from '#ui/overlays/overlay-history.ts';

/**
 * Opens an address as a new document, also one of another site. Not before each sheet and question is closed: the step back
 * in the history that closes it would end the way there.
 */
export const leaveFor = (address: string): void => void overlaysGone().then(() => location.assign(address));
