import { expect, test } from 'vitest';
import { pathParameters } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { isPublic } from '#contract/facts.ts';
import { problems } from '#contract/problems.ts';
import { openApiDocument } from '#server/http/openapi.ts';

interface Operation {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string }>;
}
const document = openApiDocument() as { openapi: string; paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
);

test('every call is one operation of the OpenAPI document, under its own path and id, and nothing else is', () => {
  const wanted = allCalls.map(({ id, method, path }) => `${method.toLowerCase()} /api${path} ${id}`);
  expect(
    operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`).toSorted(),
  ).toEqual(wanted.toSorted());
});

test('an operation documents what it does, whether it needs a sign-in, and its refusals', () => {
  for (const call of allCalls) {
    const { operation } = operations.find((each) => each.operation.operationId === call.id)!;
    expect(operation.summary.length, call.id).toBeGreaterThan(5);
    expect(operation.security === undefined, call.id).toBe(isPublic(call.may));
    for (const code of call.problems)
      expect(operation.responses[problems[code].status]?.description, `${call.id} ${code}`).toContain(code);
  }
});

test('inputs of the path are required there and nowhere else; the others are in the query or in the body', () => {
  for (const call of allCalls) {
    const { operation } = operations.find((each) => each.operation.operationId === call.id)!;
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).toSorted(), call.id).toEqual(pathParameters(call.path).toSorted());
    expect(
      inPath.every(({ required }) => required),
      call.id,
    ).toBe(true);
    const body = operation.requestBody?.content['application/json']?.schema as { properties?: object } | undefined;
    expect(
      Object.keys(body?.properties ?? {}).filter((name) => pathParameters(call.path).includes(name)),
      call.id,
    ).toEqual([]);
  }
});

test('the document is plain JSON and every reference in it resolves', () => {
  const text = JSON.stringify(document);
  expect(JSON.parse(text)).toEqual(document);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!);
  for (const reference of new Set(references)) {
    const found = reference
      .split('/')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
    expect(found, reference).toBeDefined();
  }
});
