const time = (seconds: number): string => {
  if (seconds < 50) return `${Math.max(1, Math.ceil(seconds / 10)) * 10} seconds`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

/** Making a video smaller before it is sent. Names of buttons begin with the words that they show. */
export const smallerText = {
  offer: (lines: number, size: string, original: string, seconds: number, saved: string) =>
    `Make it smaller, ${lines}p: about ${size} instead of ${original}, about ${time(seconds)} on this device. Saves ${saved} of your storage.`,
  sizes: (name: string) => `Size of ${name}`,
  lines: (lines: number) => `${lines}p`,
  make: 'Make smaller',
  makeFor: (name: string) => `Make smaller: ${name}`,
  dismiss: 'No, thanks',
  dismissFor: (name: string) => `No, thanks: send ${name} as it is`,
  made: (size: string, original: string) => `Made smaller: ${size} instead of ${original}.`,
  original: 'Send the original',
  originalFor: (name: string) => `Send the original: ${name}`,
  failed: 'It could not be made smaller. The original is sent.',
} as const;
