import {
  LAYOUT_VIEWS,
  nameGeneratedLayout,
  type FieldDefinition,
  type LayoutDefinition,
  type LayoutField,
  type LayoutView,
  type ModuleDefinition,
} from '#engine/model/definitions';
import type { CompiledField, CompiledRelation } from '#engine/model/compiled';
import { isLayoutName } from './layout-names.ts';

const GRID_COLUMNS = 8;
const SEARCH_FIELDS = 6;
const LARGE_TYPES = new Set<FieldDefinition['inputType']>([
  'Array',
  'Object',
  'File',
  'MessageListField',
  'ListField',
  'TextArea',
  'Address',
]);

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
  const missing = LAYOUT_VIEWS.filter((view) => !own.some((layout) => layout.view === view && layout.role === undefined));
  return [...own, ...missing.map((view) => generateLayout(view, input))];
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
export function generateLayout(view: LayoutView, input: LayoutInput): LayoutDefinition {
  const { definition } = input;
  const id = nameGeneratedLayout(definition.id, view);
  const fields = chooseFields(view, input);
  return { id, ssModule: definition.name, view, sections: [{ id: 'main', label: definition.labelSingular, columns: 2, fields }] };
}

function chooseFields(view: LayoutView, input: LayoutInput): LayoutField[] {
  const visible = [...input.fields.values()].filter((field) => field.name !== 'deleted' && field.definition.internal !== true);
  const writable = visible.filter((field) => !field.system && field.definition.readOnly !== true);
  switch (view) {
    case 'edit':
      return writable.map(nameOnly);
    case 'detail':
      return visible.map(nameOnly);
    case 'quick-create':
      return orFirstFields(
        writable.filter((field) => field.definition.required === true || field.definition.searchable === true),
        writable,
      ).map(nameOnly);
    case 'mass-update':
      return writable.filter((field) => field.definition.massUpdatable === true).map(nameOnly);
    case 'grid':
      return listColumns(visible);
    case 'popup-listview':
    case 'preview-panel':
      return listColumns(visible).slice(0, GRID_COLUMNS);
    case 'basic-search':
    case 'popup-search':
      return visible
        .filter((field) => !field.system && isCompact(field))
        .slice(0, SEARCH_FIELDS)
        .map(nameOnly);
  }
}

function orFirstFields<Item>(some: readonly Item[], all: readonly Item[]): readonly Item[] {
  return some.length > 0 ? some : all.slice(0, SEARCH_FIELDS);
}

/** The first columns are shown; the others can be chosen. */
function listColumns(fields: readonly CompiledField[]): LayoutField[] {
  const wieldy = fields.filter(isCompact);
  return wieldy.map((field, index) => (index < GRID_COLUMNS ? nameOnly(field) : { fieldName: field.name, hidden: true }));
}

function isCompact(field: CompiledField): boolean {
  return !LARGE_TYPES.has(field.definition.inputType) && field.definition.sensitive !== true;
}

function nameOnly(field: CompiledField): LayoutField {
  return { fieldName: field.name };
}
