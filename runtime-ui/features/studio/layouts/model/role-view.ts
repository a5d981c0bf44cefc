import { appOfLayout, type LayoutDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { readFieldVisibility } from '../../roles/field-visibility.ts';

/** What people with a role have of a view. */
export type RoleView =
  | { readonly kind: 'other'; readonly layout: LayoutDefinition }
  | { readonly kind: 'noModule' }
  /** They have this layout; `hidden`: the labels of its fields that they do not see. */
  | { readonly kind: 'this'; readonly hidden: readonly string[]; readonly count: number };

/** The layout that a role has of the view in the application of `layout`: its own one, or undefined. */
export function findOwnLayout(role: string, layout: LayoutDefinition, layouts: readonly LayoutDefinition[]): LayoutDefinition | undefined {
  return layouts.find((one) => one.role === role && appOfLayout(one) === appOfLayout(layout));
}

export interface RoleViewInput {
  readonly layout: LayoutDefinition;
  /** All layouts of the view. */
  readonly layouts: readonly LayoutDefinition[];
  readonly module: ModuleView;
  /** Published names of renamed fields, by the id of the field. */
  readonly earlierNames: ReadonlyMap<string, string>;
}

/** What people with a role alone have of the view: another layout, or which fields of this one. */
export function readRoleView(name: string, role: JsonObject, { layout, layouts, module, earlierNames }: RoleViewInput): RoleView {
  const own = findOwnLayout(name, layout, layouts);
  const used = own ?? layouts.find((one) => one.role === undefined && appOfLayout(one) === appOfLayout(layout));
  if (used !== undefined && used.id !== layout.id) return { kind: 'other', layout: used };
  const fields = listFields(layout, module);
  const seen = fields.map((field) => ({ label: field.label, visibility: visibilityOf(role, module.name, field, earlierNames) }));
  if (fields.length > 0 && seen.every(({ visibility }) => visibility === 'noModule')) return { kind: 'noModule' };
  return { kind: 'this', hidden: seen.filter(({ visibility }) => visibility === 'hidden').map(({ label }) => label), count: fields.length };
}

function visibilityOf(role: JsonObject, module: string, field: FieldView, earlierNames: ReadonlyMap<string, string>) {
  const earlier = earlierNames.get(field.id);
  const names = [field.fieldName, ...(earlier === undefined || earlier === field.fieldName ? [] : [earlier])];
  return readFieldVisibility(role, module, names, field).visibility;
}

/** The fields of a layout, once each: parts of an Address are one field. */
function listFields({ sections }: LayoutDefinition, { fields }: ModuleView): readonly FieldView[] {
  const names = new Set(sections.flatMap((section) => section.fields.map(({ fieldName }) => fieldName.split('.')[0] ?? '')));
  return [...names].flatMap((name) => fields.find(({ fieldName }) => fieldName === name) ?? []);
}
