/** Why a new password is not taken although it has all that the checklist asks for. Source: D-329, decision 0024. */
export const passwordText = {
  common: 'This password is too common. Please choose another one.',
  own: 'This password is little more than your own name. Please choose another one.',
} as const;
