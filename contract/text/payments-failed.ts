/** Words of the note about a payment that failed. Source: D-186. */
export const failedPaymentText = {
  /** `sports`: one name, or several with commas. */
  failed: (sports: string) => `We could not charge your card for ${sports}. You keep access while we try again.`,
  suspended: (sports: string) =>
    `Your subscription to ${sports} is suspended because of a payment. Update your card to open it again.`,
  updateCard: 'Update card',
} as const;
