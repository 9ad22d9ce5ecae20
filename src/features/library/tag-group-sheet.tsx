import { useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { createTagProfile, editTagProfile } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import { TAG_ITEMS_MAX } from '#contract/limits.ts';
import { TAG } from '#contract/patterns.ts';
import type { TagProfile } from '#contract/rows.ts';
import { tagGroupText } from '#contract/text/library.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { mergeRefs } from '#ui/merge-refs.ts';
import { Select } from '#ui/forms/select.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TagInput } from '#ui/forms/tag-input.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { tagGroupProblem } from './tag-group-rules.ts';

export interface TagGroupSheetProps {
  open: boolean;
  onClose: () => void;
  /** The group to edit; undefined creates one. */
  group: TagProfile | undefined;
  /** Input of a refused change to edit. */
  typed?: { title: string; tags: readonly string[]; sportName: string | null } | undefined;
  groups: readonly TagProfile[];
  onSaved: () => void;
}

/** The tags are validated when they are typed. */
const TagGroup = v.object({
  title: v.pipe(v.string(), v.trim()),
  tags: v.array(v.string()),
  sportName: v.string(),
});

/** The form's values at the start, its check, and how it saves. */
const useTagGroupForm = ({ onClose, group, typed, groups, onSaved }: Omit<TagGroupSheetProps, 'open'>) => {
  const act = useAct();
  return useContractForm({
    schema: TagGroup,
    check: (typedNow) =>
      tagGroupProblem(
        typedNow,
        groups.filter((other) => other.id !== group?.id).map((other) => other.title),
      ),
    values: {
      title: typed?.title ?? group?.title ?? '',
      tags: [...(typed?.tags ?? group?.tagProfileItems.map((item) => item.name) ?? [])],
      sportName: typed?.sportName ?? group?.sportName ?? '',
    },
    mode: 'onSubmit',
    send: async ({ title, tags, sportName }) => {
      const existingIds = new Map(group?.tagProfileItems.map((item) => [item.name, item.id]));
      const input = {
        id: group?.id ?? newId(),
        title,
        sportName: sportName || null,
        tagProfileItems: tags.map((name, position) => ({ id: existingIds.get(name) ?? newId(), name, position })),
      };
      await (group ? act(editTagProfile, input) : act(createTagProfile, input));
      if (!group) showToast({ text: tagGroupText.created(title), kind: 'success' });
      onSaved();
      onClose();
    },
  });
};

/** Creates or edits a tag group. Source: D-98. */
export function TagGroupSheet({ open, ...props }: TagGroupSheetProps) {
  const form = useId();
  const titleField = useRef<HTMLInputElement>(null);
  const { register, control, change, errors, submit } = useTagGroupForm(props);
  const [tags, sportName] = useWatch({ control, name: ['tags', 'sportName'] });
  const { ref, ...title } = register('title');
  return (
    <Sheet
      open={open}
      onClose={props.onClose}
      title={props.group ? tagGroupText.editTitle : tagGroupText.create}
      initialFocus={titleField}
      footer={
        <Button type="submit" form={form} block>
          {tagGroupText.save}
        </Button>
      }
    >
      <form id={form} className="library__form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={mergeRefs(titleField, ref)}
          label={tagGroupText.name}
          maxLength={50}
          autoComplete="off"
          error={errors.title?.message}
          {...title}
        />
        <TagInput
          label={tagGroupText.tags}
          help={tagGroupText.tagsHelp}
          most={TAG_ITEMS_MAX}
          isValid={(tag) => TAG.test(tag)}
          value={tags}
          onChange={(next) => change('tags', next)}
          error={errors.tags?.message}
        />
        <SportSelect value={sportName} onChange={(next) => change('sportName', next)} />
      </form>
    </Sheet>
  );
}

/** Chooses among the sports of the own channels; nothing without channels. */
function SportSelect({ value, onChange }: { value: string; onChange: (sportName: string) => void }) {
  const sports =
    useOwnRows(async (db) => [...new Set((await db.channels.toArray()).map((channel) => channel.sportName))], []) ?? [];
  if (sports.length === 0) return null;
  const names = new Set([...sports, ...(value ? [value] : [])]);
  return (
    <Select
      label={tagGroupText.sport}
      optional
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: tagGroupText.anySport },
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}
