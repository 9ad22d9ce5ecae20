import { expect, test } from 'vitest';
import { hasQueryInput, pathParameters, toWire } from './call.ts';
import { callById } from './calls.ts';
import { newId } from './ids.ts';

const wire = (id: string, input: Record<string, unknown>) => toWire(callById.get(id)!, input);

test('inputs of the path travel in the path, the rest of a GET in the query', () => {
  const sent = wire('sports.contents', {
    contentType: 'all',
    sportId: 'ice-hockey',
    pricing: 'free',
    sort: 'newest',
    limit: 5,
    offset: undefined,
  });
  expect(sent).toEqual({ url: '/api/channels/contents/all/sports/ice-hockey/free/newest?limit=5', body: undefined });
});

test('the rest of a PUT travels as JSON, without what is in the path', () => {
  const folderId = newId();
  expect(wire('library.editFolder', { folderId, title: 'Drills & more' })).toEqual({
    url: `/api/library/folders/${folderId}`,
    body: '{"title":"Drills & more"}',
  });
});

test('where the specification sends a bare array, the array is the body', () => {
  expect(wire('library.reorderTagProfiles', { ids: ['b', 'a'] })).toEqual({
    url: '/api/library/tag-profiles/reorder',
    body: '["b","a"]',
  });
});

test('a name with signs that mean something in an address stays one segment', () => {
  expect(wire('pages.text', { name: 'a/b?c#d %/../é' }).url).toBe('/api/pages/text/a%2Fb%3Fc%23d%20%25%2F..%2F%C3%A9');
  expect(
    wire('devices.remove', { registrationId: '{"endpoint":"https://push.example.org/1?x=2"}' }).url.split('/'),
  ).toHaveLength(4);
});

test('lists in a query are sent once each; null and a missing path input are refused before they are sent', () => {
  expect(toWire({ ...callById.get('sports.search')!, path: '/x' }, { search: ['a', 'b'] }).url).toBe(
    '/api/x?search=a&search=b',
  );
  expect(() => wire('library.editFolder', { title: 'x' })).toThrow('library.editFolder: folderId is missing');
  expect(() => wire('library.editFolder', { folderId: null })).toThrow(TypeError);
});

test('only GET and DELETE carry their input in the query', () => {
  expect(
    [...callById.values()].filter(hasQueryInput).every(({ method }) => method === 'GET' || method === 'DELETE'),
  ).toBe(true);
  expect(pathParameters('/a/{one}/b/{two}')).toEqual(['one', 'two']);
});
