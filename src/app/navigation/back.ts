/** The browser's Back; from a page opened by a link or a push, the landing page, so that the app is not left. */
export const goBack = (): void => {
  if (history.length > 1 && (history.state as { __TSR_index?: number } | null)?.__TSR_index !== 0) history.back();
  else location.assign('/dashboard');
};
