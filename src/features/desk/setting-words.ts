import { FLAG_STATES, VARIABLE_UNITS } from '#contract/desk-settings.ts';
import { deskSettingsText as text } from '#contract/text/desk-settings.ts';

const named = { ...text.variables, ...text.flags } as Readonly<Record<string, { name: string; help: string }>>;

/** What a setting is called at the desk; its own name if this version does not know it. */
export const settingName = (name: string): string =>
  named[name]?.name ?? (text.texts as Readonly<Record<string, string>>)[name] ?? name;

/** What a variable or a flag is for. */
export const settingHelp = (name: string): string => named[name]!.help;

/** A value of a setting as it is stored with an act, in words. */
export const settingValue = (name: string, value: string): string => {
  const unit = (VARIABLE_UNITS as Readonly<Record<string, string>>)[name];
  if (unit) return text.value(Number(value), unit);
  const state = name in text.flags ? FLAG_STATES.find((each) => each === value) : undefined;
  return state ? text.states[state] : value;
};
