import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule, PlannedIndex } from '#engine/model/compiled';
import type { LayoutDefinition, ModuleDefinition } from '#engine/model/definitions';
import { generateModuleLayout, makeEffectiveLayouts } from './generated-layouts.ts';
import { planContains, planIndexes, type IndexPlanInput } from './index-plan.ts';

/** What changes in a module. */
export interface IndexChanges {
  /** As in the definition of the module. */
  readonly indexes?: ModuleDefinition['indexes'] | undefined;
  readonly withoutIndexes?: ModuleDefinition['withoutIndexes'] | undefined;
  /** Replaces the layout with its id; names that the module does not have are ignored. */
  readonly layout: LayoutDefinition;
}

/** The indexes that a module would have with another layout, and with other indexes in its definition. */
export function replanIndexes(
  module: CompiledModule,
  { layout, indexes, withoutIndexes }: IndexChanges,
): { readonly indexPlan: readonly PlannedIndex[]; readonly contains: readonly string[] } {
  const { fields, relations, finders, defaultSort, nameField, roleRules } = module;
  const { indexes: _indexes, withoutIndexes: _without, ...rest } = module.definition;
  const definition: ModuleDefinition = {
    ...rest,
    ...(indexes === undefined ? {} : { indexes }),
    ...(withoutIndexes === undefined ? {} : { withoutIndexes }),
  };
  const isGenerated = (one: LayoutDefinition): boolean =>
    isDeepStrictEqual(one, generateModuleLayout(one.view, { definition, fields, relations, layouts: [] }));
  const others = module.layouts.filter((one) => one.id !== layout.id && !isGenerated(one));
  const own = isGenerated(layout) ? others : [...others, layout];
  const input: IndexPlanInput = {
    definition,
    finders,
    fields,
    layouts: makeEffectiveLayouts({ definition, fields, relations, layouts: own }),
    defaultSort,
    roleRules,
    isGenerated,
  };
  return { indexPlan: planIndexes(input), contains: planContains(input, nameField) };
}
