import { useLiveQuery } from 'dexie-react-hooks';
import { publishText } from '#contract/text/publications.ts';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { TagIcon } from '#ui/icons.ts';

const KEY = 'hideTips:tagging';

/** Explains tags; the person can choose to skip it from the next time on. Source: D-130, D-260, T-32. */
export function TagTutorial() {
  const isHidden = useLiveQuery(async () => (await readDeviceSetting<boolean>(KEY)) ?? false, []) ?? false;
  return (
    <section className="stack" aria-labelledby="about-tags">
      <h2 className="t-h3" id="about-tags">
        {publishText.steps.tutorial}
      </h2>
      <ul className="publish__tips">
        {publishText.tutorial.map((tip) => (
          <li key={tip}>
            <TagIcon className="icon-s" />
            <span>{tip}</span>
          </li>
        ))}
      </ul>
      <Checkbox
        label={publishText.hideTips}
        checked={isHidden}
        onChange={({ target }) => void writeDeviceSetting(KEY, target.checked)}
      />
    </section>
  );
}
