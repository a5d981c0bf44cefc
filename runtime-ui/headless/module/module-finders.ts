import type { DropdownDefinition, InputType, LayoutDefinition, LayoutField, LayoutSection, LayoutView } from '#engine/model/definitions';
import type { FieldView, ModuleView, RelationView } from '#engine/model/wire';

/** The parts of an Address that can be shown, sorted and filtered individually. */
export const ADDRESS_PARTS = ['street', 'city', 'state', 'zip'] as const;
/** A part of an Address. */
export type AddressPart = (typeof ADDRESS_PARTS)[number];

const PART_LABELS: { readonly [part in AddressPart]: string } = { street: 'Street', city: 'City', state: 'State', zip: 'ZIP' };
const RELATING: readonly InputType[] = ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate'];
const NOT_IN_GRID_TYPES: readonly InputType[] = ['AutoIncrement', 'Object', 'Array', 'MessageListField'];

/** A resolved item of a layout: the field (or address part, or reverse relation) that it shows. */
export interface LayoutItem {
  /** Its name in the layout: a field, a part of an Address (`home.city`), or a relation. */
  readonly fieldName: string;
  /** For people: that of the layout, else of the field, the part or the relation. */
  readonly label: string;
  /** The field; undefined: it is a relation from another module. */
  readonly field: FieldView | undefined;
  /** The part of an Address; undefined: it is the whole field, or a relation. */
  readonly part: AddressPart | undefined;
  /** The relation from another module; undefined: it is a field. */
  readonly relation: RelationView | undefined;
  /** Its place in the layout. */
  readonly layout: LayoutField;
}

export interface ResolvedSection {
  readonly id: string;
  readonly label: string;
  readonly columns: 1 | 2;
  readonly collapsed: boolean;
  readonly items: readonly LayoutItem[];
}

/** Finds a field by name; undefined if the user may not see it. */
export function findField(module: ModuleView, fieldName: string): FieldView | undefined {
  return module.fields.find((field) => field.fieldName === fieldName && field.deleted !== true);
}

/** The dropdown with the values of a field; undefined if it has none. */
export function findDropdown(module: ModuleView, field: FieldView): DropdownDefinition | undefined {
  return field.dropdown === undefined ? undefined : module.dropdowns[field.dropdown];
}

/** The label and the color of a value of a dropdown field; the value itself is the label of one without option. Undefined: no value. */
export function findOption(
  module: ModuleView,
  fieldName: string,
  value: string | null,
): { readonly label: string; readonly hue: string | undefined } | undefined {
  if (value === null || value === '') return undefined;
  const field = findField(module, fieldName);
  const option = field && findDropdown(module, field)?.options.find((one) => one.value === value);
  return { label: option?.label ?? value, hue: option?.hue };
}

/** Whether the field refers to other records. */
export function isRelating(field: FieldView): boolean {
  return RELATING.includes(field.inputType);
}

/** The field of the record's status pill: the first dropdown with hues among the grid's columns. */
export function findStatusField(module: ModuleView): FieldView | undefined {
  const hued = (field: FieldView) =>
    field.inputType === 'Dropdown' && (findDropdown(module, field)?.options.some((option) => option.hue !== undefined) ?? false);
  const shown = layoutItems(module, 'grid').map((item) => item.field);
  return [...shown, ...module.fields].find((field): field is FieldView => field !== undefined && hued(field));
}

/** Resolves an item of a layout; undefined if the user may see nothing of it. */
export function resolveItem(module: ModuleView, layout: LayoutField): LayoutItem | undefined {
  const [head = '', part] = layout.fieldName.split('.');
  const field = findField(module, head);
  const relation = module.relations.find((one) => one.name === layout.fieldName);
  if (field === undefined)
    return (
      relation && {
        fieldName: layout.fieldName,
        label: layout.label ?? relation.label,
        field: undefined,
        part: undefined,
        relation,
        layout,
      }
    );
  const known = ADDRESS_PARTS.find((one) => one === part);
  if (part !== undefined && known === undefined) return undefined;
  const label = layout.label ?? (known === undefined ? field.label : PART_LABELS[known]);
  return { fieldName: layout.fieldName, label, field, part: known, relation: undefined, layout };
}

function resolveSection(module: ModuleView, section: LayoutSection): ResolvedSection {
  const items = section.fields.map((place) => resolveItem(module, place)).filter((item) => item !== undefined);
  return { id: section.id, label: section.label, columns: section.columns ?? 2, collapsed: section.collapsed ?? false, items };
}

function fallbackFields(module: ModuleView, view: LayoutView): FieldView[] {
  const own = module.fields.filter(
    (field) => field.deleted !== true && (!field.system || field.fieldName === module.nameField || field.fieldName === 'assigned_to'),
  );
  if (view === 'edit' || view === 'detail') return own;
  if (view === 'quick-create') return own.filter((field) => field.required === true || field.fieldName === module.nameField);
  return own.filter((field) => !NOT_IN_GRID_TYPES.includes(field.inputType)).slice(0, 8);
}

const FALLBACK_VIEWS: { readonly [view in LayoutView]?: readonly LayoutView[] } = {
  detail: ['edit'],
  edit: ['detail'],
  'popup-listview': ['grid'],
  'popup-search': ['basic-search'],
  'preview-panel': ['detail', 'edit'],
};

/** The layout of a view, or of its fallback view. */
export function findLayout(module: ModuleView, view: LayoutView): LayoutDefinition | undefined {
  const tried = [view, ...(FALLBACK_VIEWS[view] ?? [])];
  return tried.map((one) => module.layouts[one]).find((layout) => layout !== undefined);
}

/** The sections of a view with the fields that the user may see; a module without that layout gets one generated from its fields. */
export function layoutSections(module: ModuleView, view: LayoutView): ResolvedSection[] {
  const layout = findLayout(module, view);
  if (layout) return layout.sections.map((section) => resolveSection(module, section)).filter((section) => section.items.length > 0);
  const fields = fallbackFields(module, view).map((field) => ({ fieldName: field.fieldName }));
  return fields.length === 0 ? [] : [resolveSection(module, { id: 'main', label: module.labelSingular, columns: 2, fields })];
}

/** All items of a view in order. */
export function layoutItems(module: ModuleView, view: LayoutView): LayoutItem[] {
  return layoutSections(module, view).flatMap((section) => section.items);
}
