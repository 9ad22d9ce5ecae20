import { publishText } from '#contract/text/publications.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { useTagGroups, type TagGroup } from './use-tag-groups.ts';
import type { StepProps } from './publish-plan.ts';

/** Chooses a saved group and which of its tags apply. Source: D-130. */
export function GroupPart({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const groups = useTagGroups();
  const chosen = groups?.find(({ id }) => id === draft.tagProfileId);
  const choose = (group: TagGroup) =>
    change({ tagProfileId: group.id, tagItemIds: group.tagProfileItems.map(({ id }) => id) });
  const toggle = (id: string) =>
    change({
      tagItemIds: draft.tagItemIds.includes(id)
        ? draft.tagItemIds.filter((one) => one !== id)
        : [...draft.tagItemIds, id],
    });
  return (
    <div className="publish__part">
      {groups?.length === 0 && <p className="t-2">{publishText.noGroupsYet}</p>}
      <RadioGroup label={publishText.groups} hideLabel>
        <RadioRow
          name="group"
          label={publishText.noGroup}
          detail={publishText.noGroupHelp}
          checked={draft.tagProfileId === null}
          onChange={() => change({ tagProfileId: null, tagItemIds: [] })}
        />
        {groups?.map((group) => (
          <RadioRow
            key={group.id}
            name="group"
            value={group.id}
            label={group.title}
            detail={group.tagProfileItems.map(({ name }) => name).join(', ')}
            checked={draft.tagProfileId === group.id}
            onChange={() => choose(group)}
          />
        ))}
      </RadioGroup>
      {chosen && (
        <ChipRow wrap label={publishText.groupTags}>
          {chosen.tagProfileItems.map(({ id, name }) => (
            <Chip key={id} pressed={draft.tagItemIds.includes(id)} onClick={() => toggle(id)}>
              {name}
            </Chip>
          ))}
        </ChipRow>
      )}
    </div>
  );
}
