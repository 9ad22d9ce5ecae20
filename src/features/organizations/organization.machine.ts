import { assign, setup } from 'xstate';
import { organizationsText } from '#contract/text/organizations.ts';
import { CallError } from '#store/api.ts';
import { failureText } from '#app/data/use-act.ts';
import { STEPS, type KeptOrganization, type OrganizationForm, type Step } from './organization-form.ts';
import { registration } from './organization.actors.ts';

export interface OrganizationInput extends KeptOrganization {
  /** A Creator: the wizard has the migration notice in front. */
  isEducator: boolean;
}
interface OrganizationContext {
  form: OrganizationForm;
  step: Step;
  isEducator: boolean;
  problem: string | null;
}
export type OrganizationEvent =
  | { type: 'typed'; values: Partial<OrganizationForm> }
  | { type: 'next'; values: Partial<OrganizationForm> }
  | { type: 'back'; values: Partial<OrganizationForm> }
  | { type: 'show step'; step: number }
  /** Goes on with what another tab or device has saved. */
  | { type: 'take over'; kept: KeptOrganization };

/** Steps of this person in their order. */
export const stepsOf = (isEducator: boolean): readonly Step[] => (isEducator ? STEPS : STEPS.slice(1));
const indexOf = ({ step, isEducator }: OrganizationContext): number => stepsOf(isEducator).indexOf(step);

/**
 * The wizard of an organization: eight steps, for a Creator with the migration notice in front, then the three calls.
 * Back from the notice shows the role step, never leaves (D-231); Back from the role step leaves. Source: APP-015…APP-019.
 */
export const organizationMachine = setup({
  types: {
    context: {} as OrganizationContext,
    events: {} as OrganizationEvent,
    input: {} as OrganizationInput,
  },
  actors: { register: registration },
  actions: {
    'keep values': assign(({ context, event }) =>
      'values' in event ? { form: { ...context.form, ...event.values }, problem: null } : {},
    ),
    'show next': assign(({ context }) => ({ step: stepsOf(context.isEducator)[indexOf(context) + 1]! })),
    'show earlier': assign(({ context }) => ({
      step: context.step === 'migration' ? ('role' as const) : stepsOf(context.isEducator)[indexOf(context) - 1]!,
    })),
    'keep problem': assign(({ event }) => {
      const { error } = event as unknown as { error: unknown };
      const { failed } = organizationsText.about;
      return { problem: error instanceof CallError ? failureText(error, failed) : failed };
    }),
  },
  guards: {
    'is first': ({ context }) => context.step === 'role',
    'is last': ({ context }) => context.step === 'about',
  },
}).createMachine({
  id: 'organization',
  initial: 'filling',
  context: ({ input: { form, step, isEducator } }) => ({
    form,
    isEducator,
    step: stepsOf(isEducator).includes(step) ? step : 'role',
    problem: null,
  }),
  states: {
    filling: {
      on: {
        typed: { actions: 'keep values' },
        next: [
          { guard: 'is last', target: 'registering', actions: 'keep values' },
          { actions: ['keep values', 'show next'] },
        ],
        back: [
          { guard: 'is first', target: 'left', actions: 'keep values' },
          { actions: ['keep values', 'show earlier'] },
        ],
        'show step': {
          actions: assign(({ context, event }) => ({ step: stepsOf(context.isEducator)[event.step] ?? context.step })),
        },
        'take over': {
          actions: assign(({ context, event }) => ({
            form: event.kept.form,
            step: stepsOf(context.isEducator).includes(event.kept.step) ? event.kept.step : ('role' as const),
            problem: null,
          })),
        },
      },
    },
    registering: {
      invoke: {
        src: 'register',
        input: ({ context }) => context.form,
        onDone: 'registered',
        onError: { target: 'filling', actions: 'keep problem' },
      },
    },
    registered: { type: 'final' },
    left: { type: 'final' },
  },
});
