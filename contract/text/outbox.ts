import { commonText } from './common.ts';

/**
 * The Outbox: waiting, sending and refused changes. Source: D-360, D-362; design §6.
 */
export const outboxText = {
  title: 'Outbox',
  empty: 'Everything is sent.',
  emptyHelp: 'Changes you make without a connection wait here and go out by themselves.',
  emptyTitle: 'Nothing waiting',
  refused: 'Needs you',
  waiting: 'Waiting',
  sending: 'Being sent',
  uploads: 'Uploads',
  waitsForUpload: 'Waits until its upload is finished',
  waitsForNetwork: commonText.willSend,
  waitsForTurn: 'Waits for the change before it',
  triedAgain: (n: number) =>
    n === 1 ? 'Tried once, will try again by itself' : `Tried ${n} times, will try again by itself`,
  serverTrouble: (n: number) =>
    `The server cannot take it at the moment. ${n === 1 ? 'Tried once' : `Tried ${n} times`}, will try again by itself`,
  sendingNow: commonText.sending,
  needsSignIn: 'Sign in to send what waits.',
  sendNow: 'Send now',
  sendNowBusy: commonText.sending,
  retry: commonText.retry,
  edit: commonText.edit,
  discard: 'Discard',
  discardTitle: 'Discard this change?',
  discardBody: 'It was not sent and will be undone on this device.',
  offline: 'Connect to the internet to send now',
  made: 'Made',
  unknown: 'A change',
  notAccepted: commonText.notAccepted,
  wrote: (text: string) => `You wrote: ‘${text}’`,
} as const;
