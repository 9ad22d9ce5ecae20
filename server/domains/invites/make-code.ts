import { randomInt } from 'node:crypto';

/** Letters and digits that are not taken for each other: no 0, O, 1, I. Source: D-329. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 9;

/** A new code of nine signs; 32^9 of them make a collision or a right guess unlikely. */
export const makeCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
