/** Creates a value on first use. For Intl formatters, whose creation would delay the first paint on slow phones by milliseconds. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
