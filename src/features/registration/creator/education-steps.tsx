import type { ScienceArea } from '#contract/applications.ts';
import { DEGREE_LEVELS, type DegreeLevel, type DegreeMapping } from '#contract/applications-forms.ts';
import { TITLE_MAX } from '#contract/applications-limits.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { Field } from '#ui/forms/field.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { areaOf, educationsOf, OTHER, type CreatorForm, type Reference } from './creator-form.ts';
import './education-steps.css';

export interface EducationStepProps {
  form: CreatorForm;
  reference: Reference;
  onChange: (form: Partial<CreatorForm>) => void;
}

/** The field of science. Another field has other degrees and licenses, so those are chosen again. Source: APP-004, D-332. */
export function AreaStep({ form, reference, onChange }: EducationStepProps) {
  const choose = (areaId: string) => {
    if (areaId !== form.areaId) onChange({ areaId, basedOn: null, degrees: {}, otherDegree: null, licenseId: null });
  };
  return (
    <RadioGroup label={creatorText.area.group} hideLabel>
      {reference.areas.map(({ id, name }) => (
        <RadioRow
          key={id}
          name="area"
          value={id}
          label={name}
          checked={form.areaId === id}
          onChange={() => choose(id)}
        />
      ))}
    </RadioGroup>
  );
}

const { basis: text } = creatorText;

/** Degree or license, and which of the field's. Source: APP-004, APP-030, APP-044. */
export function BasisStep({ form, reference, onChange }: EducationStepProps) {
  const area = areaOf(form, reference);
  return (
    <>
      <RadioGroup label={text.group} hideLabel>
        {(['degree', 'license'] as const).map((basedOn) => (
          <RadioRow
            key={basedOn}
            name="based-on"
            value={basedOn}
            label={text[basedOn]}
            checked={form.basedOn === basedOn}
            onChange={() => onChange({ basedOn })}
          />
        ))}
      </RadioGroup>
      {form.basedOn === 'degree' && <Degrees area={area} form={form} onChange={onChange} />}
      {form.basedOn === 'license' && <Licenses area={area} form={form} onChange={onChange} />}
    </>
  );
}

interface ChoiceProps extends Pick<EducationStepProps, 'form' | 'onChange'> {
  area: ScienceArea | undefined;
}

function Licenses({ area, form, onChange }: ChoiceProps) {
  const choose = (licenseId: string, license: string) => onChange({ licenseId, license: { ...form.license, license } });
  const licenses = educationsOf(area, 'license');
  return (
    <RadioGroup label={text.licenses}>
      {licenses.map(({ id, name }) => (
        <RadioRow
          key={id}
          name="license"
          value={id}
          label={name}
          checked={form.licenseId === id}
          onChange={() => choose(id, name)}
        />
      ))}
      <RadioRow
        name="license"
        value={OTHER}
        label={text.other}
        checked={form.licenseId === OTHER}
        onChange={() => choose(OTHER, '')}
      />
    </RadioGroup>
  );
}

function Degrees({ area, form: { degrees, otherDegree }, onChange }: ChoiceProps) {
  const tick = (id: string, isTicked: boolean) => {
    const { [id]: before, ...others } = degrees;
    onChange({ degrees: isTicked ? { ...others, [id]: before ?? {} } : others });
  };
  return (
    <fieldset className="radio-group">
      <legend className="radio-group__label">{text.degrees}</legend>
      {educationsOf(area, 'degree').map(({ id, name }) => (
        <div key={id} className="card education">
          <Checkbox
            label={name}
            checked={degrees[id] !== undefined}
            onChange={(event) => tick(id, event.target.checked)}
          />
          {degrees[id] && (
            <Levels
              name={name}
              degrees={degrees[id]}
              onChange={(of) => onChange({ degrees: { ...degrees, [id]: of } })}
            />
          )}
        </div>
      ))}
      <div className="card education">
        <Checkbox
          label={text.other}
          checked={otherDegree !== null}
          onChange={(event) => onChange({ otherDegree: event.target.checked ? { name: '', degrees: {} } : null })}
        />
        {otherDegree && (
          <>
            <Field
              label={text.otherDegree}
              maxLength={TITLE_MAX}
              autoComplete="off"
              value={otherDegree.name}
              onChange={(event) => onChange({ otherDegree: { ...otherDegree, name: event.target.value } })}
            />
            <Levels
              name={otherDegree.name.trim() || text.other}
              degrees={otherDegree.degrees}
              onChange={(of) => onChange({ otherDegree: { ...otherDegree, degrees: of } })}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}

const COUNTS = ['1', '2', '3'] as const;

interface LevelsProps {
  name: string;
  degrees: DegreeMapping;
  onChange: (degrees: DegreeMapping) => void;
}

/** Levels of a degree, and how many of each. */
function Levels({ name, degrees, onChange }: LevelsProps) {
  const chosen = DEGREE_LEVELS.filter((level) => degrees[level] !== undefined);
  const choose = (levels: readonly DegreeLevel[]) =>
    onChange(Object.fromEntries(levels.map((level) => [level, degrees[level] ?? 1])));
  return (
    <div className="education__levels">
      <ChipFilter
        label={text.levels(name)}
        wrap
        value={chosen}
        options={DEGREE_LEVELS.map((level) => ({ value: level, label: level }))}
        onChange={choose}
      />
      {chosen.map((level) => (
        <div key={level} className="education__count">
          <span aria-hidden="true">{text.countOf(level)}</span>
          <Segmented
            label={text.count(level, name)}
            options={COUNTS.map((value) => ({ value, label: value }))}
            value={String(degrees[level]) as (typeof COUNTS)[number]}
            onChange={(value) => onChange({ ...degrees, [level]: Number(value) })}
          />
        </div>
      ))}
    </div>
  );
}
