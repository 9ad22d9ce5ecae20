import { describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { Channel } from '#contract/rows.ts';
import {
  changesOf,
  draftOfChannel,
  emptyDraft,
  filesOf,
  missingIn,
  nameProblem,
  toCreate,
  withRefused,
} from './channel-draft.ts';

const picture = (letter: string) => ({ ref: letter.repeat(64), originRef: letter.toUpperCase().repeat(64) });
const full = emptyDraft({
  step: 'description',
  communityId: newId(),
  name: ' First Touch ',
  description: ' Ball control ',
  logo: picture('a'),
  cover: picture('b'),
});
const channel = { communityId: newId(), name: 'First Touch', description: 'Ball control' } as Channel;

describe('what is missing', () => {
  test('PUB-036 logo, cover and name are required, named in the order of the form', () => {
    expect(missingIn(full, [])).toBeUndefined();
    expect(missingIn({ ...full, logo: null, cover: null, name: ' ' }, [])).toBe(
      'Add a logo, a cover and a name to continue.',
    );
    expect(missingIn({ ...full, cover: null, name: '' }, [])).toBe('Add a cover and a name to continue.');
    expect(missingIn({ ...full, logo: null }, [])).toBe('Add a logo to continue.');
    expect(missingIn({ ...full, description: '' }, [])).toBeUndefined();
  });

  test('the first step needs a community', () => {
    expect(missingIn(emptyDraft(), [])).toBe('Choose a community to go on.');
    expect(missingIn(emptyDraft({ communityId: newId() }), [])).toBeUndefined();
  });

  test('an existing channel keeps its pictures, and can be saved only with a change', () => {
    const draft = draftOfChannel(channel);
    expect(missingIn(draft, [])).toBe('Nothing has changed yet.');
    expect(missingIn({ ...draft, name: ' First Touch ' }, [])).toBe('Nothing has changed yet.');
    expect(missingIn({ ...draft, name: 'Second Touch' }, [])).toBeUndefined();
    expect(missingIn({ ...draft, logo: picture('a') }, [])).toBeUndefined();
    expect(missingIn({ ...draft, name: '' }, [])).toBe('Add a name to continue.');
  });
});

test('D-123 a name has 2 characters and is unique per owner, in any capitals', () => {
  expect(nameProblem('', ['Wall'])).toBeUndefined();
  expect(nameProblem('a ', [])).toBe('must be more than 2');
  expect(nameProblem(' WALL ', ['Wall'])).toBe('WALL already exists');
  expect(missingIn({ ...full, name: 'wall' }, ['Wall'])).toBe('Choose another name to continue.');
});

describe('what is sent', () => {
  test('PUB-046 a new channel: the payload, and every picture before it', () => {
    const id = newId();
    expect(toCreate(full, id)).toEqual({
      id,
      communityId: full.communityId,
      name: 'First Touch',
      description: 'Ball control',
      logoImage: 'a'.repeat(64),
      coverImage: 'b'.repeat(64),
      originLogoImage: 'A'.repeat(64),
      originCoverImage: 'B'.repeat(64),
    });
    expect(filesOf(full)).toEqual(['a', 'A', 'b', 'B'].map((letter) => letter.repeat(64)));
  });

  test('D-362 an edited channel: only what the person changed', () => {
    const draft = draftOfChannel(channel);
    expect(changesOf({ ...draft, description: '' })).toEqual({ description: '' });
    expect(changesOf({ ...draft, cover: picture('b') })).toEqual({
      coverImage: 'b'.repeat(64),
      originCoverImage: 'B'.repeat(64),
    });
    expect(filesOf(draft)).toEqual([]);
  });

  test('a refused change is shown again as it was sent', () => {
    expect(withRefused(emptyDraft(), toCreate(full, newId()))).toEqual({
      ...full,
      name: 'First Touch',
      description: 'Ball control',
    });
    const edited = withRefused(draftOfChannel(channel), { name: 'Taken' });
    expect(changesOf(edited)).toEqual({ name: 'Taken' });
  });
});
