/** Fixtures: what a person who sees the dots of a profile's sections, and does not hear their words, is shown. */

/** A colour of the theme as the browser computes it. @param name A custom property, e.g. `--success`. */
export const colourOf = (name: string): string => {
  const sample = document.body.appendChild(document.createElement('i'));
  sample.style.color = `var(${name})`;
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
};

/** The dots that are drawn: title of the section, width in px, colour, roundness of the corners. */
export const dotsOfSections = () =>
  [...document.querySelectorAll('h2 .dot')].map((dot) => {
    const { backgroundColor, borderRadius } = getComputedStyle(dot);
    return [
      dot.parentElement!.firstChild!.textContent,
      dot.getBoundingClientRect().width,
      backgroundColor,
      borderRadius,
    ];
  });
