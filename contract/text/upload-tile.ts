import { commonText } from './common.ts';

/** Words of the upload tiles and the tray. Source: UPL-003, UPL-022, UPL-053; design §6. */
export const uploadTileText = {
  heading: 'Uploads',
  hide: 'Hide',
  show: 'Show',
  folded: (count: number, needYou: number) => {
    const uploads = count === 1 ? '1 upload' : `${count} uploads`;
    return needYou === 0 ? uploads : `${uploads}, ${needYou} ${needYou === 1 ? 'needs' : 'need'} you`;
  },
  retry: (name: string) => `Retry ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  /** For a file that was refused: there is nothing left to cancel. */
  remove: (name: string) => `Remove ${name}`,
  waiting: 'Waiting to upload',
  copying: 'Saving on this device',
  makingSmaller: 'Making it smaller',
  uploading: 'Uploading',
  optimizing: 'Optimizing',
  reviewing: 'Reviewing',
  paused: 'Paused. Resumes when online.',
  pausedAt: (percent: number) => `Paused at ${percent}%. Resumes when online.`,
  willSend: commonText.willSend,
  slow: 'Slow connection',
  error: 'Something’s wrong. Content wasn’t uploaded.',
  encodingError: 'This video could not be encoded.',
} as const;
