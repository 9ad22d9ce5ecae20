import { CUSTOM_TAGS_MAX } from '#contract/limits.ts';
import { TAG } from '#contract/patterns.ts';
import { publishText } from '#contract/text/publications.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { TagInput } from '#ui/forms/tag-input.tsx';
import { useTagGroups } from './use-tag-groups.ts';
import type { StepProps } from './publish-plan.ts';

/** Tags, typed or picked from the saved groups. Source: D-130, D-131. */
export function CustomTagsPart({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const groups = useTagGroups() ?? [];
  const toggle = (name: string) =>
    change({
      customTags: draft.customTags.includes(name)
        ? draft.customTags.filter((tag) => tag !== name)
        : [...draft.customTags, name].slice(0, CUSTOM_TAGS_MAX),
    });
  return (
    <div className="publish__part">
      <TagInput
        label={publishText.customTags}
        help={publishText.customTagsHelp}
        most={CUSTOM_TAGS_MAX}
        isValid={(tag) => TAG.test(tag)}
        value={draft.customTags}
        onChange={(customTags) => change({ customTags })}
      />
      {groups.map((group) => (
        <section key={group.id} className="stack-s">
          <h3 className="t-label">{group.title}</h3>
          <ChipRow wrap label={group.title}>
            {group.tagProfileItems.map(({ id, name }) => (
              <Chip key={id} pressed={draft.customTags.includes(name)} onClick={() => toggle(name)}>
                {name}
              </Chip>
            ))}
          </ChipRow>
        </section>
      ))}
    </div>
  );
}
