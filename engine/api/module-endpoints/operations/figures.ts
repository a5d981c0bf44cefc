import { readFigures, type FiguresInput } from '../../../reports/index.ts';
import { MEASURE_KINDS } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import { withWarnings } from '../../../records/index.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { UNUSED_PROPERTIES } from '../../request/search-input.ts';
import type { ModuleRequestContext } from '../module-directory.ts';
import { GROUP_SCHEMA, resolveGroup } from './group.ts';

type FiguresParameters = Omit<FiguresInput, 'module' | 'filter'> & { readonly searchTerms?: JsonObject };

const { by, measures, sort, searchTerms } = GROUP_SCHEMA.properties;

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
    ...UNUSED_PROPERTIES,
  },
};

const figuresCheck: ParameterCheck<FiguresParameters> = compileCheck<FiguresParameters>(FIGURES_SCHEMA);

/** POST figures: what a report or chart shows, for its preview before it is saved. */
export async function sendFigures(context: ModuleRequestContext): Promise<ApiResponse> {
  const {
    by: steps,
    measures: wanted,
    sort: order,
    limit,
    others,
    searchTerms: filter,
  } = resolveGroup(context, figuresCheck.read(context.body));
  const { warnings, ...figures } = await readFigures(context.services, context.actor, {
    ...{ module: context.module.name, filter, by: steps, measures: wanted, sort: order, limit, others },
  });
  return { body: withWarnings({ ...figures, asOf: new Date(context.services.clock.now()).toISOString() }, warnings) };
}
