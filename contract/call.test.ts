import { expect, test } from 'vitest';
import { hasQueryInput, pathParameters, toWire } from './call.ts';
import { callById } from './calls.ts';
import { newId } from './ids.ts';

const wire = (id: string, input: Record<string, unknown>) => toWire(callById.get(id)!, input);

test('inputs of the path are sent in the path, the rest of a GET in the query', () => {
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

test('the rest of a PUT is sent as JSON, without the inputs of the path', () => {
  const folderId = newId();
  expect(wire('library.editFolder', { folderId, title: 'Drills & more' })).toEqual({
    url: `/api/library/folders/${folderId}`,
    body: '{"title":"Drills & more"}',
  });
});

test('the input named by `bodyKey` is the whole body', () => {
  expect(wire('library.reorderTagProfiles', { ids: ['b', 'a'] })).toEqual({
    url: '/api/library/tag-profiles/reorder',
    body: '["b","a"]',
  });
});

test('a path input with reserved URL characters stays one segment', () => {
  expect(wire('pages.text', { name: 'a/b?c#d %/../é' }).url).toBe('/api/pages/text/a%2Fb%3Fc%23d%20%25%2F..%2F%C3%A9');
  expect(
    wire('devices.remove', { registrationId: '{"endpoint":"https://push.example.org/1?x=2"}' }).url.split('/'),
  ).toHaveLength(4);
});

test('each item of a list is a query parameter; a null or missing path input throws before sending', () => {
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
