/** Words that every mail has. Source: decision 0059. */
export const mailText = {
  tagline: 'Learn. Connect. Play.',
  questions: (supportEmail: string) => `Questions? Write to ${supportEmail}.`,
} as const;
