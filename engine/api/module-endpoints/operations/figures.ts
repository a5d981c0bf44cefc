import { createReports, type FigureMeasure, type FiguresInput } from '../../../reports/index.ts';
import { MEASURE_KINDS } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import { withWarnings } from '../../../records/index.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { resolveFieldName, resolveSearch } from '../../request/resolve-aliases.ts';
import type { ModuleRequestContext } from '../module-directory.ts';
import { GROUP_SCHEMA } from './group.ts';

type FiguresParameters = Pick<FiguresInput, 'by' | 'sort' | 'limit' | 'others'> & {
  readonly measures: readonly FigureMeasure[];
  readonly searchTerms?: JsonObject;
};

const { by, measures, sort, searchTerms, moduleOptions, _warnings, user, sentBy, userId } = GROUP_SCHEMA.properties;

export const FIGURES_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['by', 'measures'],
  properties: {
    by,
    measures: {
      ...measures,
      minItems: 1,
      items: {
        ...measures.items,
        properties: { ...measures.items.properties, kind: { type: 'string', enum: [...MEASURE_KINDS, 'share'] } },
      },
    },
    sort,
    limit: { type: 'integer', minimum: 1, maximum: 1000 },
    others: { type: 'boolean', description: 'Whether the records of all other groups are one more group.' },
    searchTerms,
    moduleOptions,
    _warnings,
    user,
    sentBy,
    userId,
  },
};

const figuresCheck: ParameterCheck<FiguresParameters> = compileCheck<FiguresParameters>(FIGURES_SCHEMA);

/** POST figures: what a report or chart shows, for its preview before it is saved. */
export async function readFigures(context: ModuleRequestContext): Promise<ApiResponse> {
  const { searchTerms: filter, ...input } = resolveFigures(context, figuresCheck.read(context.body));
  const { records, access, clock } = context.services;
  const found = await createReports({ records, access }).figures(context.actor, {
    ...input,
    module: context.module.name,
    ...(filter === undefined ? {} : { filter }),
  });
  const { warnings, ...figures } = found;
  return { body: withWarnings({ ...figures, asOf: new Date(clock.now()).toISOString() }, warnings) };
}

/** The request with current names of fields. */
function resolveFigures(
  context: ModuleRequestContext,
  { by: steps, measures: of, sort: order, limit, others, ...rest }: FiguresParameters,
): FiguresParameters {
  const rename = <Part extends { readonly field?: string | undefined }>(part: Part): Part =>
    part.field === undefined ? part : { ...part, field: resolveFieldName(context, context.module, part.field) };
  const { searchTerms: filter } = resolveSearch(context, context.module, rest);
  return {
    by: steps.map(rename),
    measures: of.map(rename),
    sort: order,
    limit,
    others,
    ...(filter === undefined ? {} : { searchTerms: filter }),
  };
}
