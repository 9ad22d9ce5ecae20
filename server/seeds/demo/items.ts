import { CHANNEL_ITEMS } from './channel-items.ts';
import { LIBRARY_ITEMS } from './library-items.ts';

export interface DemoItem {
  key: string;
  /** Its channel; none if it is only in the Library. */
  channel?: string;
  owner: string;
  type: 'video' | 'audio' | 'text';
  title: string;
  description?: string;
  pricing?: 'free' | 'member_only';
  tags?: readonly string[];
  playlist?: string;
  folder?: string;
  filename: string;
  /** Length of the generated file, seconds; pages for text. */
  seconds?: number;
  daysAgo: number;
}

/** Contents of the demo, newest first within a channel. */
export const DEMO_ITEMS: readonly DemoItem[] = [...CHANNEL_ITEMS, ...LIBRARY_ITEMS];

/** `{owner}` and `{friend}` are the usernames of who published the item and of another person who watched it. */
export const DEMO_COMMENTS: readonly string[] = [
  'Used this with my under-12s on Saturday. They asked to do it again.',
  'Clear and short. The slow version at the end helped most.',
  'Could you show it from the side as well, @{owner}?',
  'Finally understood what my coach keeps telling me.',
  'Good progression. We needed two weeks for the last step.',
  'My daughter does this every morning now. Thank you!',
  'Tried it in the rain today. It still works on one bar of signal.',
  'I would start with half the distance for beginners.',
  'The part about looking up first changed our whole session.',
  'Ten minutes, no equipment, done. @{friend}, shall we do it on Saturday?',
  'Played it on the bus to the game. The calm voice helps.',
  'We made a small competition of it. Nobody wanted to go home.',
  'What would you change for players who are new to it?',
  'Third week now, and the weaker side is catching up.',
  'Simple words, and I can use it the same evening.',
  'It took me a few tries to get the rhythm. Worth it.',
];
