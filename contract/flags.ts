import type { ProblemCode } from './problems.ts';

/** Source: D-69. */
export const FLAG_NAMES = ['JoinAsOrganization', 'PhysicalSize', 'DashboardWidgetSettings', 'StoragePlans'] as const;
export type FlagName = (typeof FLAG_NAMES)[number];

/** The feature flag that a call is behind. Source: D-298. */
export interface CallFlag<Input extends string = string> {
  readonly name: FlagName;
  /** The refusal while the feature is visible and not enabled; `feature.off` by default. A hidden one is `access.not_found`. */
  readonly off?: ProblemCode;
  /** Only these inputs are behind the flag: without them the call is allowed. */
  readonly inputs?: readonly Input[];
}
