// Mails to addresses that belong to nobody here yet, and which of them want or take none. Source: D-218, decision 0135.

export { mailInvited, noteInvitedReport } from './reach.ts';
export { hasRefused, keyed, plainAddress, refuseAddress } from './refusals.ts';
