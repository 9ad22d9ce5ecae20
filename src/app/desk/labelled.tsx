import { SectionHeading } from '#ui/frame/section-heading.tsx';

/** A label and its value; an empty value is left out. */
export type Labelled = readonly [label: string, value: string | null | undefined];

/** "strength-coach" as "Strength coach": ids of reference data are words. */
export const inWords = (id: string): string => {
  const words = id.replaceAll(/[-_]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** A section of labels and values. Renders nothing without a value. */
export function LabelledSection({ heading, facts }: { heading: string; facts: readonly Labelled[] }) {
  const shown = facts.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <section className="stack-s">
      <SectionHeading>{heading}</SectionHeading>
      <dl className="card desk__facts">
        {shown.map(([label, value]) => (
          <div key={label} className="desk__fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
