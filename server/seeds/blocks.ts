import { toSlug } from './sports.ts';

/** How to install, and the answers of the University. Source: D-340, D-174. */
const INSTALL = [
  {
    id: 'ios',
    name: 'iPhone and iPad',
    answer:
      '1. Open Sideline in Safari.\n2. Tap the Share button at the bottom of the screen.\n3. Choose “Add to Home Screen”.\n4. Tap “Add”. Sideline now opens from its own icon.',
  },
  {
    id: 'android',
    name: 'Android',
    answer:
      '1. Open Sideline in Chrome.\n2. Tap the menu with the three dots.\n3. Choose “Install app” or “Add to Home screen”.\n4. Tap “Install”. Sideline now opens from its own icon.',
  },
].map((block, position) => ({
  page_name: 'app-videos',
  item_type: 'video',
  position,
  parent_id: null,
  ...block,
  media: JSON.stringify([
    {
      id: `${block.id}-video`,
      title: `How to add Sideline to the home screen: ${block.name}`,
      type: 'video',
      videoUrl: `/install/${block.id}.mp4`,
      thumbnail: null,
    },
    {
      id: `${block.id}-thumbnail`,
      title: block.name,
      type: 'thumbnail',
      videoUrl: null,
      thumbnail: `/install/${block.id}.jpg`,
    },
  ]),
}));

const ANSWERS: Record<string, [string, string][]> = {
  'Getting Started': [
    [
      'How do I join?',
      'Tap “Join now” on the welcome page, answer six short steps and enter the code that we send you by mail or text message.',
    ],
    [
      'Which membership is right for me?',
      'Members learn and take part, Creators publish content on channels of their own, organizations do so together. You can start as a Member and apply as a Creator later.',
    ],
    [
      'Does Sideline work without a connection?',
      'Yes. What you have opened stays readable, and what you do is kept on your device and sent once you are online again. On an iPhone, and in Safari and Firefox, it is sent while Sideline is open: open it once you are online.',
    ],
  ],
  'Subscriptions and Payments': [
    [
      'What does a sport cost?',
      'A Launched sport costs $3.99 a month after a free trial of 14 days. Beta sports are free, and a place on a waitlist costs nothing.',
    ],
    ['Do I need a card for the trial?', 'No. Without a card the subscription simply ends with the trial.'],
    ['Can I join several sports?', 'Yes, as many as you like, but only one Beta Sport Community at a time.'],
  ],
  'Watching and Rating': [
    [
      'What is Member-Only content?',
      'Content that is shown in full to subscribers of its sport. Everything else is free for everybody who is signed in.',
    ],
    [
      'How do I rate content?',
      'Open it and give one to five stars for relevant, helpful and engaging. You can change your rating at any time.',
    ],
    [
      'Can I watch offline?',
      'Save a content on your device while you are online. It stays playable as long as you may watch it.',
    ],
  ],
  'Becoming a Creator': [
    [
      'How do I become a Creator?',
      'Choose “Apply as a Creator” under “My Roles” in the menu, and tell us about your experience in your sport. We look at every application.',
    ],
    ['What can I publish?', 'Your own video, audio and PDF files that help others in your sport.'],
    ['What happens to my account as a Member?', 'It stays as it is. You switch between your roles in the menu.'],
  ],
  'Library and Upload': [
    [
      'Which files can I upload?',
      'Video: webm, avi, mov, mp4, mpg, mpeg. Audio: aac, mp3, wav, ogg, m4a. Text: pdf. Up to five files at a time and 500 MB each.',
    ],
    [
      'What happens if I lose my connection?',
      'The upload waits and goes on by itself where it stopped; on an iPhone, and in Safari and Firefox, while Sideline is open. A file that your device had no room to keep has to be chosen again if Sideline was closed.',
    ],
    [
      'Why is my file being reviewed?',
      'Every file is checked before others can see it. You can describe and publish it meanwhile; it appears when it is ready.',
    ],
  ],
  'Channels and Publishing': [
    [
      'How do I publish content?',
      'Open your Library, select content and choose “Add Content to Channel”. Describe it, add tags and publish.',
    ],
    ['What is a playlist?', 'An ordered list of contents of one channel, such as the lessons of a course.'],
    [
      'How do I take content off a channel?',
      'Open it in your Library and choose “Unpublish”. The file stays in your Library.',
    ],
  ],
  'Wallet and Revenue': [
    [
      'How do Creators earn?',
      'Part of what members pay for a sport goes to its Creators, for publishing and for views.',
    ],
    ['When is revenue counted?', 'Every night for the day before, in Coordinated Universal Time.'],
    [
      'Where do I see it?',
      'Open “Sideline Wallet” in the menu. Every amount leads to the days and views that it came from. The dashboard shows revenue over time.',
    ],
  ],
  Organizations: [
    [
      'Who can apply as an organization?',
      'An authorized administrator or representative of a club, school, federation or company.',
    ],
    [
      'Can several people manage one organization?',
      'Yes. Its Admins publish and manage channels for it, and invite others under “Admin Management” in the menu.',
    ],
    ['Does an organization need its own account?', 'No. You act for it from your own account, under its name.'],
  ],
  'Account and Privacy': [
    [
      'How do I change my password?',
      'Open “Account Settings” in the menu, then “Password”. If you have forgotten it, choose “Forgot password?” on the sign-in page: we send you a code by mail or text message.',
    ],
    [
      'Who sees my profile?',
      'You decide for each section whether others see it. Date of birth and location are hidden at first.',
    ],
    [
      'How do I sign out everywhere?',
      'Open Account Settings, then Devices, and choose “Sign out of all other devices”. A new password also ends every session on every device.',
    ],
  ],
};

const UNIVERSITY = Object.entries(ANSWERS)
  .flatMap(([category, items]) => {
    const id = toSlug(category);
    return [
      { id, item_type: 'category', name: category, answer: null, parent_id: null },
      ...items.map(([name, answer], index) => ({
        id: `${id}-${index + 1}`,
        item_type: 'faq',
        name,
        answer,
        parent_id: id,
      })),
    ];
  })
  .map((block, position) => ({ page_name: 'university', position, ...block }));

export const BLOCKS = [...INSTALL, ...UNIVERSITY];
