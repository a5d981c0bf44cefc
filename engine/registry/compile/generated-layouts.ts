import {
  generateLayout,
  isCommonLayout,
  LAYOUT_VIEWS,
  type LayoutDefinition,
  type LayoutView,
  type ModuleDefinition,
} from '#engine/model/definitions';
import type { CompiledField, CompiledRelation } from '#engine/model/compiled';
import { isLayoutName } from './layout-names.ts';

/** The input for generating the layouts of a module. */
export interface LayoutInput {
  readonly definition: ModuleDefinition;
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly relations: ReadonlyMap<string, CompiledRelation>;
  readonly layouts: readonly LayoutDefinition[];
}

/**
 * The effective layouts of a module: its own, without names that no longer exist, and a generated one for every view
 * without a common layout. So every module has all nine views.
 */
export function makeEffectiveLayouts(input: LayoutInput): LayoutDefinition[] {
  const own = input.layouts.map((layout) => dropAbsentNames(layout, input));
  const missing = LAYOUT_VIEWS.filter((view) => !own.some((layout) => layout.view === view && isCommonLayout(layout)));
  return [...own, ...missing.map((view) => generateModuleLayout(view, input))];
}

function dropAbsentNames(layout: LayoutDefinition, input: LayoutInput): LayoutDefinition {
  const isThere = (name: string): boolean =>
    isLayoutName(name, input.fields, input.relations) && input.fields.get(name)?.definition.internal !== true;
  return {
    ...layout,
    sections: layout.sections.map((section) => ({ ...section, fields: section.fields.filter((field) => isThere(field.fieldName)) })),
    ...(layout.relatedLists ? { relatedLists: layout.relatedLists.filter((name) => input.relations.has(name)) } : {}),
  };
}

/** The layout of a view without one of its own. */
export function generateModuleLayout(view: LayoutView, { definition, fields }: LayoutInput): LayoutDefinition {
  return generateLayout(view, definition, [...fields.values()]);
}
