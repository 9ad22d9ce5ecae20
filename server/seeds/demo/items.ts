export interface DemoItem {
  key: string;
  /** The channel it is on; none for what lies in the Library only. */
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
  /** Length of what is made for it; pages for text. */
  seconds?: number;
  daysAgo: number;
}

/** Contents of the demo, newest first within a channel. */
export const DEMO_ITEMS: readonly DemoItem[] = [
  { key: 'cushion', channel: 'first-touch', owner: 'ana', type: 'video', title: 'Cushion the Ball With the Inside', filename: 'cushion-inside.mp4', seconds: 14, daysAgo: 1, pricing: 'free', tags: ['first-touch', 'solo'], playlist: 'wall-work', folder: 'sessions',
    description: 'Let the ball arrive. Soft ankle, foot back as it lands, next touch already chosen. Three sets of twenty against a wall.' },
  { key: 'half-turn', channel: 'first-touch', owner: 'ana', type: 'video', title: 'Receive on the Half Turn', filename: 'half-turn.mp4', seconds: 18, daysAgo: 4, pricing: 'member_only', tags: ['receiving', 'midfield'], playlist: 'receiving', folder: 'sessions',
    description: 'Open your hips before the pass comes. We work from static to a passive defender to a live one.' },
  { key: 'scan', channel: 'first-touch', owner: 'ana', type: 'audio', title: 'Scanning: What to Look for and When', filename: 'scanning-talk.mp3', seconds: 20, daysAgo: 9, pricing: 'member_only', tags: ['scanning', 'decision-making'], playlist: 'receiving',
    description: 'A talk for the bus ride: two looks before every pass, and how to coach it without shouting.' },
  { key: 'wall-plan', channel: 'first-touch', owner: 'ana', type: 'text', title: 'Four Weeks of Wall Work', filename: 'four-weeks-wall-work.pdf', seconds: 4, daysAgo: 12, pricing: 'free', tags: ['plan', 'solo'], playlist: 'wall-work', folder: 'handouts',
    description: 'Print it, pin it up, tick it off. Ten minutes a day, four days a week.' },
  { key: 'weak-foot', channel: 'first-touch', owner: 'ana', type: 'video', title: 'Your Other Foot in Fifteen Minutes', filename: 'weak-foot.mp4', seconds: 12, daysAgo: 18, pricing: 'member_only', tags: ['weak-foot', 'solo'], playlist: 'wall-work', folder: 'sessions',
    description: 'Everything you did last week, with the foot you avoid. Slow is fine; sloppy is not.' },
  { key: 'set-position', channel: 'goalkeeper-room', owner: 'ana', type: 'video', title: 'The Set Position', filename: 'set-position.mp4', seconds: 10, daysAgo: 6, pricing: 'free', tags: ['goalkeeper', 'basics'],
    description: 'Weight forward, hands low, eyes level. Freeze before the shot, not during it.' },
  { key: 'distribution', channel: 'goalkeeper-room', owner: 'ana', type: 'text', title: 'Distribution: Throw, Roll or Kick?', filename: 'distribution.pdf', seconds: 2, daysAgo: 21, pricing: 'member_only', tags: ['goalkeeper', 'passing'],
    description: 'A one-look decision guide for keepers who start attacks.' },
  { key: 'spacing-rules', channel: 'half-court-lab', owner: 'tariq', type: 'video', title: 'Three Spacing Rules That Never Change', filename: 'spacing-rules.mp4', seconds: 16, daysAgo: 2, pricing: 'free', tags: ['spacing', 'offense'], playlist: 'spacing',
    description: 'Fill the corners, keep four metres, cut when you are overplayed.' },
  { key: 'backdoor', channel: 'half-court-lab', owner: 'tariq', type: 'video', title: 'Backdoor Cuts off the High Post', filename: 'backdoor-cuts.mp4', seconds: 12, daysAgo: 8, pricing: 'member_only', tags: ['cutting', 'offense'], playlist: 'spacing',
    description: 'Read the defender’s feet. When the top foot is high, go.' },
  { key: 'film-notes', channel: 'half-court-lab', owner: 'tariq', type: 'audio', title: 'Film Notes: Why the Corner Matters', filename: 'film-notes-corner.mp3', seconds: 16, daysAgo: 15, pricing: 'member_only', tags: ['film'],
    description: 'Six possessions, one idea.' },
  { key: 'inside-edge', channel: 'edge-work', owner: 'ingrid', type: 'video', title: 'Inside Edge Holds', filename: 'inside-edge-holds.mp4', seconds: 14, daysAgo: 3, pricing: 'member_only', tags: ['skating', 'edges'],
    description: 'Five seconds on one leg, knee over toe, stick in one hand. If you wobble, bend more.' },
  { key: 'crossovers', channel: 'edge-work', owner: 'ingrid', type: 'video', title: 'Crossovers That Gain Speed', filename: 'crossovers.mp4', seconds: 10, daysAgo: 10, pricing: 'member_only', tags: ['skating', 'speed'],
    description: 'Push under, not across. The back leg does the work.' },
  { key: 'off-ice-plan', channel: 'edge-work', owner: 'ingrid', type: 'text', title: 'Off-Ice Strength for Skaters', filename: 'off-ice-strength.pdf', seconds: 3, daysAgo: 24, pricing: 'free', tags: ['off-ice', 'plan'], playlist: 'off-ice',
    description: 'Two sessions a week in your living room.' },
  { key: 'kick-serve', channel: 'second-serve', owner: 'lena', type: 'video', title: 'Brush Up: The Kick Serve Path', filename: 'kick-serve-path.mp4', seconds: 15, daysAgo: 2, pricing: 'member_only', tags: ['serve', 'technique'], playlist: 'kick-serve',
    description: 'From seven to one on the clock face. Start on your knees, then stand up.' },
  { key: 'toss', channel: 'second-serve', owner: 'lena', type: 'video', title: 'One Toss for Every Serve', filename: 'one-toss.mp4', seconds: 9, daysAgo: 7, pricing: 'free', tags: ['serve', 'basics'], playlist: 'kick-serve',
    description: 'Release at eye height, let it drop ten times. It should land inside the racket on the ground.' },
  { key: 'between-points', channel: 'second-serve', owner: 'lena', type: 'audio', title: 'Between Points: A Twenty-Second Routine', filename: 'between-points.mp3', seconds: 20, daysAgo: 14, pricing: 'free', tags: ['mental', 'routine'],
    description: 'Turn, breathe, plan, bounce. Listen once before practice.' },
  { key: 'glove-flip', channel: 'inside-corner', owner: 'rosa', type: 'video', title: 'Glove Flips and Quick Feet', filename: 'glove-flips.mp4', seconds: 11, daysAgo: 5, pricing: 'free', tags: ['fielding', 'infield'],
    description: 'A warm-up for infielders aged nine and up.' },
  { key: 'pitch-counts', channel: 'inside-corner', owner: 'rosa', type: 'text', title: 'Pitch Counts and Rest Days', filename: 'pitch-counts.pdf', seconds: 2, daysAgo: 17, pricing: 'member_only', tags: ['throwing', 'health'],
    description: 'A table for the dugout wall, and what to do when an elbow hurts.' },
  { key: 'early-catch', channel: 'feel-for-water', owner: 'ben', type: 'video', title: 'Early Catch With a Closed Fist', filename: 'closed-fist.mp4', seconds: 13, daysAgo: 3, pricing: 'member_only', tags: ['freestyle', 'drill'], playlist: 'catch',
    description: 'Eight times 25 m. Open the hand on the last four and feel the difference.' },
  { key: 'breathing', channel: 'feel-for-water', owner: 'ben', type: 'audio', title: 'Breathing Every Three, Explained', filename: 'breathing-three.mp3', seconds: 14, daysAgo: 11, pricing: 'free', tags: ['freestyle', 'breathing'],
    description: 'Why both sides, and when to forget about it.' },
  { key: 'ladder-set', channel: 'feel-for-water', owner: 'ben', type: 'text', title: 'The Tuesday Ladder Set', filename: 'tuesday-ladder.pdf', seconds: 1, daysAgo: 19, pricing: 'free', tags: ['set', 'endurance'], playlist: 'catch',
    description: '100 to 400 and back, with pace for three groups.' },
  { key: 'arrival', channel: 'north-shore-juniors', owner: 'org', type: 'video', title: 'Arrival Activity: Steal the Cones', filename: 'steal-the-cones.mp4', seconds: 12, daysAgo: 4, pricing: 'free', tags: ['warm-up', 'games'],
    description: 'Every player is moving within a minute of arriving.' },
  { key: 'rondo', channel: 'under-twelve', owner: 'org', type: 'video', title: 'Rondo 4 v 2 With a Way Out', filename: 'rondo-4v2.mp4', seconds: 15, daysAgo: 7, pricing: 'member_only', tags: ['possession', 'under-12'],
    description: 'Win it and find the gate: defenders have something to play for.' },
  { key: 'week-one', channel: 'under-twelve', owner: 'org', type: 'text', title: 'Week One: Dribbling to Beat a Player', filename: 'week-one.pdf', seconds: 2, daysAgo: 13, pricing: 'member_only', tags: ['plan', 'under-12'],
    description: 'Ninety minutes on half a pitch.' },
  { key: 'first-skate', channel: 'hockey-school', owner: 'org', type: 'video', title: 'First Time on the Ice: Falling and Getting Up', filename: 'falling-getting-up.mp4', seconds: 10, daysAgo: 9, pricing: 'free', tags: ['beginners', 'skating'],
    description: 'Fall forward, knees first, one skate between the hands.' },
  { key: 'raw-lob', owner: 'ana', type: 'video', title: 'Lob over the keeper, take 3', filename: 'lob-take-3.mp4', seconds: 8, daysAgo: 1, folder: 'sessions' },
  { key: 'raw-interview', owner: 'ana', type: 'audio', title: 'Interview with Kofi, uncut', filename: 'interview-kofi.mp3', seconds: 18, daysAgo: 3 },
  { key: 'parents-letter', owner: 'ana', type: 'text', title: 'Letter to parents, spring', filename: 'letter-parents-spring.pdf', seconds: 1, daysAgo: 6, folder: 'handouts' },
  { key: 'raw-corner', owner: 'ana', type: 'video', title: 'Corner routine, wide angle', filename: 'corner-wide.mp4', seconds: 9, daysAgo: 8 },
];

export const DEMO_FOLDERS: readonly { key: string; owner: string; title: string }[] = [
  { key: 'sessions', owner: 'ana', title: 'Session videos' },
  { key: 'handouts', owner: 'ana', title: 'Handouts' },
  { key: 'season', owner: 'ana', title: 'Next season' },
];

export const DEMO_TAG_GROUPS: readonly { key: string; owner: string; title: string; sport: string; tags: readonly string[] }[] = [
  { key: 'stages', owner: 'ana', title: 'Stages of a session', sport: 'Soccer', tags: ['warm-up', 'technique', 'game', 'cool-down'] },
  { key: 'ages', owner: 'ana', title: 'Age groups', sport: 'Soccer', tags: ['under-8', 'under-10', 'under-12', 'adults'] },
  { key: 'strokes', owner: 'ben', title: 'Strokes', sport: 'Swimming', tags: ['freestyle', 'backstroke', 'breaststroke', 'butterfly'] },
];

export const DEMO_COMMENTS: readonly string[] = [
  'Used this with my under-12s on Saturday. They asked to do it again.',
  'Clear and short. The slow version at the end helped most.',
  'Could you show it from the side as well?',
  'Finally understood what my coach keeps telling me.',
  'Good progression. We needed two weeks for the last step.',
  'My daughter does this every morning now. Thank you!',
];
