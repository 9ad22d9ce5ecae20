import { readFlag } from '#contract/pages.ts';
import { setBasicInfo } from '#contract/profiles.ts';
import { commonText } from '#contract/text/common.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { EditFrame, EditPage, type EditForm } from './edit-page.tsx';
import {
  inUnits,
  isRightHeight,
  isRightWeight,
  sizeOf,
  sizeOfInput,
  toInput,
  UNITS,
  type Size,
} from './physical-size.ts';
import { ShowSwitch } from './show-switch.tsx';

/** How long a cached flag is not fetched again. Source: D-326. */
const FLAG_FRESH_MS = 5 * 60_000;

/** Edits height and weight, while the flag PhysicalSize is visible. Source: PRO-028, D-76. */
export function PhysicalSizePage() {
  const { answer, isLoading } = useAnswer(readFlag, { name: 'PhysicalSize' }, { freshMs: FLAG_FRESH_MS });
  if (!answer?.isVisible)
    return (
      <EditFrame title={text.sections.physicalSize}>
        {isLoading ? (
          <Skeleton shape="card" count={1} />
        ) : (
          <EmptyState drawing={answer ? 'quiet' : 'offline'} level={2} title={text.noPhysicalSize}>
            {!answer && commonText.notHere.offline}
          </EmptyState>
        )}
      </EditFrame>
    );
  return (
    <EditPage<Size>
      section="physical-size"
      title={text.sections.physicalSize}
      calls={[setBasicInfo.id]}
      isAbout={({ height, weight }) => height !== undefined || weight !== undefined}
      refusedFields={sizeOfInput}
      fields={({ profile }) => sizeOf(profile)}
      check={(size) => ({
        height: isRightHeight(size) ? undefined : text.heightBounds[UNITS[size.units].height],
        weight: isRightWeight(size) ? undefined : text.weightBounds[UNITS[size.units].weight],
      })}
      save={(changed, size, { of }, act) => act(setBasicInfo, { ...of, ...toInput(changed, size) })}
    >
      {(form) => <SizeFields form={form} />}
    </EditPage>
  );
}

function SizeFields({ form }: { form: EditForm<Size> }) {
  const { units } = form.draft;
  return (
    <>
      <Segmented
        label={text.units}
        options={[
          { value: 'metric', label: text.metric },
          { value: 'imperial', label: text.imperial },
        ]}
        value={units}
        onChange={(chosen) => form.change(inUnits(form.draft, chosen))}
      />
      <Field
        label={text.height[UNITS[units].height]}
        optional
        inputMode="decimal"
        autoComplete="off"
        {...form.text('height')}
      />
      <Field
        label={text.weight[UNITS[units].weight]}
        optional
        inputMode="decimal"
        autoComplete="off"
        {...form.text('weight')}
      />
      <ShowSwitch flag="physicalSize" owner={form.owner} />
    </>
  );
}
