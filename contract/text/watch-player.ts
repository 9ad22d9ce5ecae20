import { commonText } from './common.ts';

/**
 * Words of the player, the PDF viewer, the queue and the rating.
 * Source: WAT-004…WAT-010, WAT-016, WAT-017; D-207 to D-211.
 */
export const playerText = {
  region: (kind: 'video' | 'audio', title: string) => `${kind === 'video' ? 'Video' : 'Audio'} player, ${title}`,
  play: 'Play',
  pause: 'Pause',
  tapForSound: 'Tap for sound',
  replay: 'Play again',
  back10: 'Back 10 seconds',
  forward10: 'Forward 10 seconds',
  next: commonText.next,
  skipped: (seconds: number) => `${seconds < 0 ? 'Back' : 'Forward'} ${Math.abs(seconds)} seconds`,
  pictureInPicture: 'Picture in picture',
  leavePictureInPicture: 'Leave picture in picture',
  upNext: 'Up next',
  nextIn: (seconds: number) => `Up next in ${seconds}`,
  nextSoon: (title: string, seconds: number) => `Up next in ${seconds} seconds: ${title}`,
  playNow: 'Play now',
  more: 'Playing',
  playNext: 'Play the next one by itself',
  shortcuts: 'Keys work on the whole page',
  position: 'Position',
  speed: 'Playback speed',
  speedOf: (rate: number) => (rate === 1 ? 'Normal' : `${rate}x`),
  speedNow: (rate: number) => `Playback speed, ${rate === 1 ? 'normal' : `${rate}x`}`,
  quality: 'Quality',
  qualityAuto: 'Auto',
  settings: 'Playback speed and quality',
  captions: 'Captions',
  noCaptions: 'Off',
  captionsOn: 'Turn captions on',
  captionsOff: 'Turn captions off',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  loading: 'Loading',
  failed: 'This content could not be played.',
  offline: 'This content is not saved on this device.',
  retry: 'Try again',
} as const;

export const pdfText = {
  region: (title: string) => `PDF, ${title}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  pageCount: (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`),
  open: 'Open',
  openAll: (pages: number) => `Open all ${pages} pages`,
  loading: 'Opening the PDF',
  failed: 'This PDF could not be opened.',
  retry: 'Try again',
} as const;

export const queueText = {
  title: 'Will be played next',
  end: "Uh oh... we've reached the end.",
  video: 'Video',
  audio: 'Audio',
  text: 'PDF',
} as const;

export const lockedText = {
  badge: commonText.memberOnly,
  message: 'Oops! You need to subscribe to the sport to unlock this Member-Only content.',
} as const;

export const ratingText = {
  title: 'Rate this content',
  help: 'Rate all three to save.',
  helpNoChange: 'Change a star to save again.',
  save: 'Save rating',
  saving: commonText.saving,
  comment: 'Comment',
  commentHelp: 'Mention people with @.',
  people: 'People to mention',
  peopleShown: (count: number) =>
    `${count === 1 ? '1 person' : `${count} people`}. Arrow keys choose, Enter takes one.`,
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  outOfFive: (value: string) => `${value} out of 5`,
  summaryTitle: 'Rating & Comments',
  total: 'Total',
  ratings: (count: number) => (count === 1 ? '1 rating' : `${count} ratings`),
  none: 'No ratings yet',
  Relevance: 'Relevance',
  Helpful: 'Helpful',
  Engaging: 'Engaging',
} as const;
