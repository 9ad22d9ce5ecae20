/** Makes a value when it is first asked for: formatters of the browser take milliseconds on a slow phone before anything is shown. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
