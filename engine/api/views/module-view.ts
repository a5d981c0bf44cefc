import { nameSourcesOf } from '#engine/model/keys';
import {
  GLOBAL_TEAM_ID,
  LAYOUT_VIEWS,
  routeOfModule,
  type ColumnDefinition,
  type DropdownDefinition,
  type ModuleDefinition,
  type LayoutDefinition,
  type LayoutView,
} from '#engine/model/definitions';
import { listNestedColumns, type CompiledField, type CompiledModule, type CompiledRelation } from '#engine/model/compiled';
import type { FieldView, ModuleRightsView, ModuleSummary, ModuleView, RelationView } from '#engine/model/wire';
import { canUseFields, usableListViews, type Rights } from '../../access/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { createClientKnowledge, listClientValidations, withClientRules, type ClientKnowledge } from './client-rules.ts';

const NO_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** Names of calculated fields in a preview, by the name of their module. */
interface PreviewedFields {
  /** Those that are empty; see `calculatedLater`. */
  readonly laterFields: ReadonlyMap<string, ReadonlySet<string>>;
  /** These, and those that are calculated for each record; see `sortedLater`. */
  readonly unsavedFields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Builds all data that generated screens need of a module, for a user with these rights. Pure. */
export function buildModuleView(
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  rights: Rights,
  { laterFields, unsavedFields }: PreviewedFields = { laterFields: NO_FIELDS, unsavedFields: NO_FIELDS },
): ModuleView {
  const fields = [...module.fields.values()].filter(
    // Records that mirror definitions have no owner.
    ({ name }) => rights.field(module.name, name).read !== 'none' && !(module.definition.mirrors !== undefined && name === 'assigned_to'),
  );
  const knowledge = createClientKnowledge(module, rights);
  return {
    _id: module.id,
    name: module.name,
    label: module.label,
    labelSingular: module.labelSingular,
    description: module.definition.description ?? '',
    icon: module.definition.icon ?? 'table',
    path: module.path,
    teamEnabled: module.teamEnabled,
    nameField: module.nameField,
    version: snapshot.version,
    fields: fields.map((field) => ({
      ...viewField(module, field, rights, knowledge),
      ...(laterFields.get(module.name)?.has(field.name) === true ? { calculatedLater: true as const } : {}),
      ...(unsavedFields.get(module.name)?.has(field.name) === true ? { sortedLater: true as const } : {}),
    })),
    relations: [...module.relations.values()].filter((relation) => canFollow(module, relation, rights)).map(viewRelation),
    layouts: effectiveLayouts(snapshot, module, rights),
    dropdowns: { ...replacementOf(snapshot, fields), ...dropdownsOf(fields) },
    validations: listClientValidations(module.definition.validations ?? [], knowledge),
    rights: viewRights(rights, module.name),
    defaultSort: module.defaultSort,
    pageSize: module.pageSize,
    ...listViewsOf(snapshot, module, rights),
    ...viewTypesOf(module, rights),
    ...viewDefinition(snapshot, module, rights),
    ...(rights.unrestricted ? { definition: publicDefinition(module) } : {}),
  };
}

/** The properties of the definition that are sent under their own names. */
function viewDefinition(
  snapshot: DefinitionSnapshot,
  { id, definition, nameField }: CompiledModule,
  rights: Rights,
): Pick<
  ModuleView,
  'fieldForName' | 'relationships' | 'apps' | 'custom' | 'customSchema' | 'active' | 'locked' | 'deleted' | 'createdAt' | 'updatedAt'
> {
  const {
    relationships = [],
    apps = [],
    custom = false,
    customSchema = custom,
    active = true,
    locked = false,
    deleted = false,
  } = definition;
  const isVisible = (name: string): boolean => rights.unrestricted || rights.module(name).access;
  return {
    fieldForName: nameField,
    relationships: relationships.filter(({ related_module: { name } }) => isVisible(name)),
    ...{ apps, custom, customSchema, active, locked, deleted },
    ...snapshot.moduleTimes(id),
  };
}

/** The definition as an admin edits it, without the internal fields of plugins, which admins cannot change. */
export function publicDefinition({ definition }: CompiledModule): ModuleDefinition {
  return { ...definition, fields: definition.fields.filter((field) => field.internal !== true) };
}

/** Returns the summary of a module. */
export function summarizeModule(snapshot: DefinitionSnapshot, module: CompiledModule, rights: Rights): ModuleSummary {
  return {
    _id: module.id,
    name: module.name,
    label: module.label,
    labelSingular: module.labelSingular,
    icon: module.definition.icon ?? 'table',
    path: module.path,
    nameField: module.nameField,
    route: routeOfModule(module.definition),
    ...(module.definition.otherRoutes === undefined ? {} : { otherRoutes: module.definition.otherRoutes }),
    rights: viewRights(rights, module.name),
    ...(holdsFiles(module, rights) ? { files: true as const } : {}),
    ...workOf(snapshot, module, rights),
  };
}

/** True when the records of the module are uploaded files and the requester may see them. */
function holdsFiles(module: CompiledModule, rights: Rights): boolean {
  return (
    module.definition.kind === 'file' &&
    module.fields.get('path')?.definition.inputType === 'File' &&
    rights.field(module.name, 'path').read !== 'none'
  );
}

/** The views of the list that the requester may use. */
function listViewsOf(
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  rights: Rights,
): Pick<ModuleView, 'listViews' | 'defaultListView'> {
  const listViews = usableListViews(rights, module, snapshot);
  const { defaultListView } = module.definition;
  return {
    ...(listViews.length === 0 ? {} : { listViews: [...listViews] }),
    ...(defaultListView !== undefined && listViews.some(({ name }) => name === defaultListView) ? { defaultListView } : {}),
  };
}

/** The fields that boards and calendars open with and by which records repeat, as far as the requester may read them. */
function viewTypesOf({ name, definition }: CompiledModule, rights: Rights): Pick<ModuleView, 'boardBy' | 'calendarBy' | 'recurrence'> {
  const { boardBy, calendarBy, recurrence } = definition;
  const isReadable = (field: string | undefined): field is string => field !== undefined && rights.field(name, field).read !== 'none';
  const { field, end, color } = calendarBy ?? {};
  return {
    ...(isReadable(boardBy) ? { boardBy } : {}),
    ...(isReadable(field) ? { calendarBy: { field, ...(isReadable(end) ? { end } : {}), ...(isReadable(color) ? { color } : {}) } } : {}),
    // A filter by the rule separates the records that repeat, which requires to read it on every record.
    ...(recurrence !== undefined && Object.values(recurrence).every((one) => rights.field(name, one).read === 'all') ? { recurrence } : {}),
  };
}

/**
 * The work items and the lists on the first page: those of the requester's type whose filters use only fields that the requester may filter
 * by.
 */
function workOf(snapshot: DefinitionSnapshot, module: CompiledModule, rights: Rights): Pick<ModuleSummary, 'workItems' | 'homeLists'> {
  const { workItems, homeLists = [] } = module.definition;
  const isOf = (types: readonly string[] | undefined): boolean => types?.includes(rights.userType) ?? true;
  const canUse = (names: readonly (string | undefined)[], ...filters: readonly (object | undefined)[]): boolean =>
    canUseFields(rights, module, snapshot, {
      names: names.flatMap((name) => name ?? []),
      filters: filters.flatMap((filter) => filter ?? []),
    });
  const lists = homeLists.filter(({ userTypes, date, filter }) => isOf(userTypes) && canUse([date], filter));
  const hasItems =
    workItems !== undefined &&
    isOf(workItems.userTypes) &&
    canUse([workItems.assignee, workItems.due], workItems.open, workItems.waiting, workItems.counted);
  return { ...(hasItems ? { workItems } : {}), ...(lists.length > 0 ? { homeLists: lists } : {}) };
}

function viewField(module: CompiledModule, field: CompiledField, rights: Rights, knowledge: ClientKnowledge): FieldView {
  // What a value is calculated from may be hidden from the reader.
  const { ref: _ref, formula: _formula, rollUp: _rollUp, ...whole } = field.definition;
  const own = withClientRules(whole, knowledge);
  // A generated name is not required in the form.
  const definition = field.name === 'name' && nameSourcesOf(module).length > 0 ? { ...own, required: false } : own;
  const { read, write } = rights.field(module.name, field.name);
  const mayFilter = rights.canFilter(module, field.name);
  const isComparable = field.type.comparison !== 'none';
  return {
    ...definition,
    type: { inputType: definition.inputType, schemaType: field.type.schemaType },
    ...(field.columns.length === 0 ? {} : { entry: { ...definition.entry, columns: field.columns.map(viewColumn) } }),
    refs: field.refs,
    system: field.system,
    rights: { read, write: field.system || definition.readOnly === true ? 'none' : write },
    sortable: mayFilter && isComparable && !field.type.list && field.type.comparison !== 'address',
    filterable: mayFilter && field.keys.length > 0,
    operators: mayFilter && field.keys.length > 0 ? field.type.operators : [],
    ...choicesOf(module, field, rights),
  };
}

/** The teams that a user may put records in, unless these are all. */
function choicesOf(module: CompiledModule, field: CompiledField, rights: Rights): Pick<FieldView, 'choices'> {
  const isTeams = module.teamEnabled && field.name === 'teams';
  return isTeams && !rights.module(module.name).assign_any_team ? { choices: [...new Set([GLOBAL_TEAM_ID, ...rights.teams])] } : {};
}

/** The id of a compiled column is its name, and is not part of its definition. */
function viewColumn({ definition: { id: _id, ...column } }: CompiledField): ColumnDefinition {
  return column as ColumnDefinition;
}

function viewRelation({ name, label, direction, modules, fieldName, many, flex }: CompiledRelation): RelationView {
  return { name, label, direction, modules, fieldName, many, flex };
}

function canFollow(module: CompiledModule, relation: CompiledRelation, rights: Rights): boolean {
  if (relation.direction === 'forward') return rights.field(module.name, relation.fieldName).read !== 'none';
  return relation.modules.some((other) => rights.module(other).access && rights.field(other, relation.fieldName).read !== 'none');
}

/** Options that replace a checkbox in a mass update, where "unchanged" must differ from "no". */
function replacementOf(
  { dropdowns }: DefinitionSnapshot,
  fields: readonly CompiledField[],
): { readonly [name: string]: DropdownDefinition } {
  const replacement = dropdowns.get('checkbox_replacement');
  return replacement === undefined || !fields.some((field) => field.definition.inputType === 'Checkbox' && !field.system)
    ? {}
    : { checkbox_replacement: replacement };
}

function dropdownsOf(fields: readonly CompiledField[]): { readonly [name: string]: DropdownDefinition } {
  const dropdowns = fields
    .flatMap((field) => [field, ...listNestedColumns(field).map(({ column }) => column)])
    .flatMap(({ dropdown }) => (dropdown === undefined ? [] : [[dropdown.name, dropdown] as const]));
  return Object.fromEntries(dropdowns);
}

function viewRights(rights: Rights, module: string): ModuleRightsView {
  const { access, create, mass_update, export: mayExport, assign_any_team, view, edit, delete: mayDelete } = rights.module(module);
  return { access, create, mass_update, export: mayExport, assign_any_team, view, edit, delete: mayDelete };
}

/** Returns the layout of each view for a user with these rights, without the fields that they may never read. */
export function effectiveLayouts(
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  rights: Rights,
): { readonly [view in LayoutView]?: LayoutDefinition } {
  const roles = rights.roles.map((role) => role.name);
  const app = snapshot.menu(rights.userType)?.app ?? 'main';
  const layouts: { [view in LayoutView]?: LayoutDefinition } = {};
  for (const view of LAYOUT_VIEWS) {
    const layout = snapshot.layout(module.name, view, roles, app);
    if (layout !== undefined) layouts[view] = withoutHiddenFields(layout, module, rights);
  }
  return layouts;
}

function withoutHiddenFields(layout: LayoutDefinition, module: CompiledModule, rights: Rights): LayoutDefinition {
  if (rights.unrestricted) return layout;
  const sections = layout.sections.map((section) => ({
    ...section,
    fields: section.fields.filter(({ fieldName }) => canRead(fieldName, module, rights)),
  }));
  return { ...layout, sections };
}

function canRead(path: string, module: CompiledModule, rights: Rights): boolean {
  const [name = path] = path.split('.', 1);
  if (module.fields.has(name)) return rights.field(module.name, name).read !== 'none';
  const relation = module.relations.get(name);
  return relation !== undefined && (relation.modules.length === 0 || relation.modules.some((other) => rights.module(other).access));
}
