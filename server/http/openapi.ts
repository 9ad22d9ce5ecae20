import { toJsonSchema } from '@valibot/to-json-schema';
import type { Call, Schema } from '#contract/call.ts';
import { hasQueryInput, pathParameters } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { isPublic } from '#contract/facts.ts';
import { COMMON_PROBLEMS, problems } from '#contract/problems.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: Schema): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as Json;
  return rest;
};

/** The contract as an OpenAPI 3.1 document: an operation for every call, made from the same table that serves them. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const call of allCalls) (paths[`/api${call.path}`] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: '3.1.0',
    info: { title: 'Sideline', version: '1', description: 'Learn. Connect. Play.' },
    paths,
    components: {
      securitySchemes: { access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Errors: {
          type: 'object',
          required: ['errors'],
          properties: {
            errors: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                required: ['code', 'message'],
                properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
};

const operation = (call: Call): Json => {
  const input = schemaOf(call.input);
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((input['required'] as string[] | undefined) ?? []);
  const inPath = pathParameters(call.path);
  const isQuery = hasQueryInput(call) || call.body !== undefined;
  const parameters = Object.entries(properties)
    .filter(([name]) => inPath.includes(name) || isQuery)
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || required.has(name),
      schema,
    }));
  return {
    operationId: call.id,
    summary: call.summary,
    ...(isPublic(call.may) ? {} : { security: [{ access: [] }] }),
    parameters,
    ...(isQuery
      ? {}
      : {
          requestBody: {
            content: {
              'application/json': { schema: call.bodyKey ? properties[call.bodyKey] : withoutPath(input, inPath) },
            },
          },
        }),
    responses: {
      '2XX': { description: 'Done', content: { 'application/json': { schema: schemaOf(call.output) } } },
      ...refusals(call),
    },
    'x-offline': call.offline,
    'x-may': call.may,
  };
};

const withoutPath = (input: Json, inPath: string[]): Json => ({
  ...input,
  properties: Object.fromEntries(
    Object.entries((input['properties'] ?? {}) as Json).filter(([name]) => !inPath.includes(name)),
  ),
  required: ((input['required'] as string[] | undefined) ?? []).filter((name) => !inPath.includes(name)),
});

const refusals = (call: Call): Record<string, Json> => {
  const byStatus: Record<string, string[]> = {};
  for (const code of [...COMMON_PROBLEMS, ...call.problems]) (byStatus[problems[code].status] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
      },
    ]),
  );
};
