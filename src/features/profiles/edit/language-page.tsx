import { useState } from 'react';
import { LANGUAGES, SECONDARY_LANGUAGES_MAX } from '#contract/profiles-fields.ts';
import { setBasicInfo } from '#contract/profiles.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { CloseIcon } from '#ui/icons.ts';
import type { SelectOption } from '#ui/forms/option-match.ts';
import { Select } from '#ui/forms/select.tsx';
import { languageName, searchedLanguageNames } from '../language-names.ts';
import { EditPage, type EditForm } from './edit-page.tsx';
import { NOT_CHOSEN, textsOf } from './fields.ts';
import { ShowSwitch } from './show-switch.tsx';

interface Languages {
  primarySpokenLanguage: string;
  secondarySpokenLanguages: readonly string[];
}

/** All languages by their English names; they are found by their names in the languages of the device too. Source: D-77. */
const listLanguages = (): SelectOption[] => {
  const searchedNames = searchedLanguageNames();
  return LANGUAGES.map((code) => ({
    value: code,
    label: languageName(code),
    keywords: searchedNames(code),
  })).toSorted((a, b) => a.label.localeCompare(b.label));
};

/** Edits the spoken languages: one primary, others besides. Source: D-77. */
export function LanguagePage() {
  const [all] = useState(listLanguages);
  return (
    <EditPage<Languages>
      section="language"
      title={text.sections.language}
      calls={[setBasicInfo.id]}
      isAbout={(input) =>
        input['primarySpokenLanguage'] !== undefined || input['secondarySpokenLanguages'] !== undefined
      }
      fields={({ profile }) => ({
        primarySpokenLanguage: profile.primarySpokenLanguage ?? '',
        secondarySpokenLanguages: profile.secondarySpokenLanguages,
      })}
      check={() => ({})}
      save={({ secondarySpokenLanguages: secondary, ...changed }, _draft, { of }, act) =>
        act(setBasicInfo, {
          ...of,
          ...textsOf(changed),
          ...(secondary && { secondarySpokenLanguages: [...secondary] }),
        })
      }
    >
      {(form) => (
        <>
          <Select
            label={text.primary}
            searchable
            options={[NOT_CHOSEN, ...all]}
            value={form.draft.primarySpokenLanguage || null}
            placeholder={text.notChosen}
            onChange={(primary) =>
              form.change({
                primarySpokenLanguage: primary,
                // None is named twice.
                secondarySpokenLanguages: form.draft.secondarySpokenLanguages.filter((code) => code !== primary),
              })
            }
          />
          <Secondary form={form} all={all} />
          <ShowSwitch flag="language" owner={form.owner} />
        </>
      )}
    </EditPage>
  );
}

function Secondary({ form, all }: { form: EditForm<Languages>; all: readonly SelectOption[] }) {
  const { primarySpokenLanguage: primary, secondarySpokenLanguages: chosen } = form.draft;
  const change = (secondarySpokenLanguages: readonly string[]) => form.change({ secondarySpokenLanguages });
  return (
    <>
      <Select
        label={text.secondary}
        optional
        searchable
        help={text.secondaryHelp}
        error={form.problem('secondarySpokenLanguages')}
        disabled={chosen.length >= SECONDARY_LANGUAGES_MAX}
        options={all.filter(({ value }) => value !== primary && !chosen.includes(value))}
        value={null}
        placeholder={text.addLanguage}
        onChange={(code) => change([...chosen, code])}
      />
      {chosen.length > 0 && (
        <ul className="wrap" aria-label={text.secondary}>
          {chosen.map((code) => (
            <li key={code}>
              <Chip
                icon={<CloseIcon className="icon-s" />}
                aria-label={text.removeLanguage(languageName(code))}
                onClick={() => change(chosen.filter((each) => each !== code))}
              >
                {languageName(code)}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
