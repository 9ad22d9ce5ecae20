/** The help accordion. Source: LIB-011, LIB-012; T-30, T-31. */
export const libraryHelpText = {
  heading: 'Help',
  questions: [
    { id: 'library', title: 'What is a Library?', answer: 'A Library holds everything you upload.' },
    { id: 'channel', title: 'What is a Channel?', answer: 'A Channel shows content to your community.' },
    { id: 'content', title: 'What is a Content?', answer: 'Content is one video, audio or text.' },
    { id: 'playlist', title: 'What is a Playlist?', answer: 'A Playlist orders content of a channel.' },
  ],
  stepsTitle: 'How to publish',
  steps: [
    'Open Library',
    'Select content',
    'Add Content to Channel',
    'Describe',
    'Choose a playlist',
    'Add tags',
    'Publish',
  ],
} as const;
