import type { FieldDefinition } from './field.ts';
import { nameGeneratedLayout, type LayoutView } from './layout-views.ts';
import type { LayoutDefinition, LayoutField } from './layout.ts';
import type { ModuleDefinition } from './module.ts';

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

/** A field of a module, from which layouts are generated. */
export interface GeneratedLayoutField {
  readonly definition: FieldDefinition;
  /** Only the product writes it. */
  readonly system: boolean;
}

/** The layout of a view without one of its own, from all fields of the module. */
export function generateLayout(
  view: LayoutView,
  { id, name, labelSingular }: Pick<ModuleDefinition, 'id' | 'name' | 'labelSingular'>,
  fields: readonly GeneratedLayoutField[],
): LayoutDefinition {
  const sections = [{ id: 'main', label: labelSingular, columns: 2 as const, fields: chooseFields(view, fields) }];
  return { id: nameGeneratedLayout(id, view), ssModule: name, view, sections };
}

function chooseFields(view: LayoutView, fields: readonly GeneratedLayoutField[]): LayoutField[] {
  const visible = fields.filter(({ definition }) => definition.fieldName !== 'deleted' && definition.internal !== true);
  const writable = visible.filter(({ system, definition }) => !system && definition.readOnly !== true);
  switch (view) {
    case 'edit':
      return writable.map(nameOnly);
    case 'detail':
      return visible.map(nameOnly);
    case 'quick-create':
      return orFirstFields(
        writable.filter(({ definition }) => definition.required === true || definition.searchable === true),
        writable,
      ).map(nameOnly);
    case 'mass-update':
      return writable.filter(({ definition }) => definition.massUpdatable === true).map(nameOnly);
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
function listColumns(fields: readonly GeneratedLayoutField[]): LayoutField[] {
  const compact = fields.filter(isCompact);
  return compact.map((field, index) => (index < GRID_COLUMNS ? nameOnly(field) : { ...nameOnly(field), hidden: true }));
}

function isCompact({ definition }: GeneratedLayoutField): boolean {
  return !LARGE_TYPES.has(definition.inputType) && definition.sensitive !== true;
}

function nameOnly({ definition }: GeneratedLayoutField): LayoutField {
  return { fieldName: definition.fieldName };
}
