/** The browser's own Back; a page opened by a link or a push goes to the landing instead of leaving the app. */
export const goBack = (): void => {
  if (history.length > 1 && (history.state as { __TSR_index?: number } | null)?.__TSR_index !== 0) history.back();
  else location.assign('/dashboard');
};
