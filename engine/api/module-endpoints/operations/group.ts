import { withWarnings, type GroupInput } from '../../../records/index.ts';
import { MEASURE_KINDS, TIME_UNITS } from '#engine/model/filter';
import type { JsonValue } from '#engine/model/values';
import type { ApiResponse } from '../../responses/send-response.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { resolveFieldName, resolveSearch } from '../../request/resolve-aliases.ts';
import { UNUSED_PROPERTIES } from '../../request/search-input.ts';
import type { ModuleRequestContext } from '../module-directory.ts';

type GroupParameters = Partial<Pick<GroupInput, 'by' | 'sort'>> & {
  readonly measures?: GroupInput['measures'];
  readonly searchTerms?: JsonValue;
  readonly limit?: number;
  readonly search?: string;
};

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

export const GROUP_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    by: {
      type: 'array',
      maxItems: 2,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['field'],
        properties: {
          field: NAME,
          unit: { type: 'string', enum: [...TIME_UNITS] },
          timeZone: { type: 'string', minLength: 1, maxLength: 64 },
        },
      },
    },
    measures: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'kind'],
        properties: { name: NAME, kind: { type: 'string', enum: [...MEASURE_KINDS] }, field: NAME },
      },
    },
    searchTerms: { type: 'object' },
    search: { type: 'string', maxLength: 200 },
    sort: {
      type: 'object',
      additionalProperties: false,
      properties: { measure: NAME, step: { type: 'integer', minimum: 0, maximum: 1 }, descending: { type: 'boolean' } },
    },
    limit: { type: 'integer', minimum: 1, maximum: 10_000 },
    ...UNUSED_PROPERTIES,
  },
};

const groupCheck: ParameterCheck<GroupParameters> = compileCheck<GroupParameters>(GROUP_SCHEMA);

/** POST group: aggregates by up to two fields or time buckets; without `measures` it returns counts. */
export async function groupRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  const { by = [], measures, sort, searchTerms, limit, search } = resolveGroup(context, groupCheck.read(context.body));
  const input: GroupInput = {
    module: context.module.name,
    by,
    measures: measures ?? [{ name: 'count', kind: 'count' }],
    ...(searchTerms === undefined ? {} : { filter: searchTerms }),
    ...(limit === undefined ? {} : { limit }),
    sort,
    terms: search,
  };
  const { groups, warnings } = await context.services.records.group(context.actor, input);
  return { body: withWarnings({ data: groups }, warnings) };
}

interface NamesField {
  readonly field?: string | undefined;
}

/** Parameters that group, with current names of fields. */
export function resolveGroup<
  Parameters extends {
    readonly by?: readonly NamesField[];
    readonly measures?: readonly NamesField[];
    readonly searchTerms?: JsonValue | undefined;
  },
>(context: ModuleRequestContext, parameters: Parameters): Parameters {
  const { by = [], measures } = parameters;
  const rename = (part: NamesField): NamesField =>
    part.field === undefined ? part : { ...part, field: resolveFieldName(context, context.module, part.field) };
  return {
    ...resolveSearch(context, context.module, parameters),
    by: by.map(rename),
    ...(measures && { measures: measures.map(rename) }),
  };
}
