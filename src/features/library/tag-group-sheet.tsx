import { useId, useRef, useState, type FormEvent } from 'react';
import { createTagProfile, editTagProfile } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import { TAG_ITEMS_MAX } from '#contract/limits.ts';
import { TAG } from '#contract/patterns.ts';
import type { TagProfile } from '#contract/rows.ts';
import type * as v from 'valibot';
import { tagGroupText } from '#contract/text/library.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TagInput } from '#ui/tag-input.tsx';
import { showToast } from '#ui/toast.ts';
import { useAct } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { tagGroupProblem } from './tag-group-rules.ts';

export type TagGroupRow = v.InferOutput<typeof TagProfile>;

export interface TagGroupSheetProps {
  open: boolean;
  onClose: () => void;
  /** Undefined makes a new one. */
  group: TagGroupRow | undefined;
  /** What was typed in a change that was refused. */
  typed?: { title: string; tags: readonly string[]; sportName: string | null } | undefined;
  groups: readonly TagGroupRow[];
  onSaved: () => void;
}

/** Makes or changes a tag group. Source: D-98. */
export function TagGroupSheet({ open, onClose, group, typed, groups, onSaved }: TagGroupSheetProps) {
  const form = useId();
  const titleField = useRef<HTMLInputElement>(null);
  const act = useAct();
  const sports =
    useLive(async (db) => [...new Set((await db.channels.toArray()).map((channel) => channel.sportName))], []) ?? [];
  const [title, setTitle] = useState(typed?.title ?? group?.title ?? '');
  const [tags, setTags] = useState<readonly string[]>(
    typed?.tags ?? group?.tagProfileItems.map((item) => item.name) ?? [],
  );
  const [sportName, setSportName] = useState(typed?.sportName ?? group?.sportName ?? '');
  const [wasTried, setTried] = useState(false);
  const problem = tagGroupProblem(
    { title: title.trim(), tags },
    groups.filter((other) => other.id !== group?.id).map((other) => other.title),
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem.title) titleField.current?.focus();
    if (problem.title || problem.tags) return;
    const known = new Map(group?.tagProfileItems.map((item) => [item.name, item.id]));
    const input = {
      id: group?.id ?? newId(),
      title: title.trim(),
      sportName: sportName || null,
      tagProfileItems: tags.map((name, position) => ({ id: known.get(name) ?? newId(), name, position })),
    };
    await (group ? act(editTagProfile, input) : act(createTagProfile, input));
    if (!group) showToast({ text: tagGroupText.created(input.title), kind: 'success' });
    onSaved();
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={group ? tagGroupText.editTitle : tagGroupText.create}
      initialFocus={titleField}
      footer={
        <Button type="submit" form={form} block>
          {tagGroupText.save}
        </Button>
      }
    >
      <form id={form} className="library__form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={titleField}
          label={tagGroupText.name}
          value={title}
          maxLength={50}
          autoComplete="off"
          error={wasTried ? problem.title : undefined}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TagInput
          label={tagGroupText.tags}
          help={tagGroupText.tagsHelp}
          most={TAG_ITEMS_MAX}
          isValid={(tag) => TAG.test(tag)}
          value={tags}
          onChange={setTags}
          error={wasTried ? problem.tags : undefined}
        />
        {sports.length > 0 && (
          <Select
            label={tagGroupText.sport}
            optional
            value={sportName}
            onChange={setSportName}
            options={[
              { value: '', label: tagGroupText.anySport },
              ...[...new Set([...sports, ...(sportName ? [sportName] : [])])].map((name) => ({
                value: name,
                label: name,
              })),
            ]}
          />
        )}
      </form>
    </Sheet>
  );
}
