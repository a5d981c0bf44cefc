import { listUnknownFormats, readNameTemplate } from '#engine/model/keys';
import type { CompiledField } from '#engine/model/compiled';
import {
  isReservedFieldName,
  pathOfModule,
  RESERVED_PATHS,
  type InputType,
  type ModuleDefinition,
  type RelationshipDefinition,
} from '#engine/model/definitions';
import { compileField } from '../compile/compile-module.ts';
import { findSortKey, findTarget } from '../compile/layout-names.ts';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';
import { warnOfHiddenInputs } from './check-calculation.ts';
import { checkField } from './check-field.ts';
import { checkRecordRules } from './check-record-rules.ts';
import { checkModuleRules } from './check-rules.ts';
import { checkRoutes } from './check-routes.ts';
import { suggestName } from './suggest-name.ts';

/** Checks one module with all of its resolved fields. */
export function checkModule(definition: ModuleDefinition, context: CheckContext, report: Report, warn: Report): void {
  for (const [index, relationship] of (definition.relationships ?? []).entries())
    checkRelationship(definition, relationship, `/relationships/${index}`, context, report, warn);
  const module = context.modules.get(definition.name);
  if (!module || module.definition !== definition) return;
  if (definition.name in Object.prototype) report('/name', `${definition.name} is a reserved name.`);
  checkNamesAndIds(module, report);
  for (const field of module.fields) checkField(field, module, context, report);
  checkModuleRules(definition, module, report);
  warnOfHiddenInputs(module, context, warn);
  // The missing module of a relationship is reported at the relationship.
  const reported = new Set(
    (definition.relationships ?? []).flatMap(({ name, related_module: { name: other } }) =>
      context.knownModules.has(other) ? [] : [name],
    ),
  );
  for (const name of module.absent)
    if (!reported.has(name)) warn(`/fields/${name}`, `${name} is left out: ${explainAbsence(definition, name, context)}`);
  checkPaths(module, context, report);
  checkRoutes(module, context, report);
  checkReferences(module, context, report);
  checkUserVariable(module, context, report);
  checkUpsertField(module, report);
  checkRecordRules(module, report);
}

/** Why a field is left out: the module that it points to, or it is marked deleted. */
function explainAbsence(definition: ModuleDefinition, name: string, { knownModules }: CheckContext): string {
  const ref = definition.fields.find(({ fieldName }) => fieldName === name)?.ref;
  const missing = [ref ?? []].flat().find((module) => !knownModules.has(module));
  return missing === undefined
    ? 'the module it points to is not defined, or it is marked deleted.'
    : `there is no module ${missing}.${suggestName(missing, knownModules)}`;
}

function checkNamesAndIds(module: ResolvedModule, report: Report): void {
  const names = new Set<string>();
  const ids = new Set<string>();
  for (const { definition, path } of module.fields) {
    const { fieldName, id } = definition;
    if (isReservedFieldName(fieldName)) report(`${path}/fieldName`, `${fieldName} is a reserved name.`);
    if (names.has(fieldName)) report(`${path}/fieldName`, `There are two fields named ${fieldName}.`);
    // Stores may use ids as column names, which are case-insensitive.
    if (ids.has(id.toLowerCase())) report(`${path}/id`, `There are two fields with the id ${id}.`);
    names.add(fieldName);
    ids.add(id.toLowerCase());
  }
  for (const relationship of module.reverse) {
    const name = relationship.reverseName ?? relationship.name;
    if (names.has(name)) report(`/relationships/${relationship.name}`, `${name} is also the name of a field.`);
    names.add(name);
  }
}

function checkRelationship(
  module: ModuleDefinition,
  relationship: RelationshipDefinition,
  path: string,
  context: CheckContext,
  report: Report,
  warn: Report,
): void {
  const { primary_module: primary, related_module: related, name } = relationship;
  if (primary.name !== module.name)
    report(`${path}/primary_module/name`, `It must be ${module.name}, the module that the relationship is written in.`);
  if (!context.knownModules.has(related.name))
    warn(
      `${path}/related_module/name`,
      `The relationship ${name} has no effect: there is no module ${related.name}.${suggestName(related.name, context.knownModules)}`,
    );
  if (primary.name !== related.name) return;
  if (relationship.reverseName === undefined || relationship.reverseName === name)
    report(`${path}/reverseName`, 'A relationship of a module with itself needs a reverseName, other than its name.');
}

function checkPaths(module: ResolvedModule, context: CheckContext, report: Report): void {
  const path = pathOfModule(module.definition).toLowerCase();
  if (RESERVED_PATHS.has(path)) report('/path', `${path} is the path of endpoints that belong to no module.`);
  const sharing = [...context.modules.values()].filter((other) => pathOfModule(other.definition).toLowerCase() === path);
  const [owner = module] = sharing.sort((one, other) => rankOwner(one, context) - rankOwner(other, context));
  if (owner !== module) report('/path', `${path} is already the path of ${owner.definition.name}.`);
}

/**
 * Of modules with the same path, the one with the lowest rank owns it: a module that was there before, one of the engine, the one that has
 * the path by its name, then the first of the files.
 */
function rankOwner({ definition }: ResolvedModule, { earlierModules, systemModules, modules }: CheckContext): number {
  const place = [...modules.keys()].indexOf(definition.name) / (modules.size + 1);
  if (earlierModules.has(definition.id)) return place;
  if (systemModules.has(definition.id)) return 1 + place;
  const { path: _written, ...unwritten } = definition;
  return (pathOfModule(unwritten) === pathOfModule(definition) ? 2 : 3) + place;
}

function checkReferences(module: ResolvedModule, context: CheckContext, report: Report): void {
  const { definition, absent } = module;
  const moduleNames = new Set(context.modules.keys());
  const fields = new Map(
    module.fields.map((field) => [field.definition.fieldName, compileField(field, { dropdowns: context.dropdowns, moduleNames })]),
  );
  const nameField = fields.get(definition.fieldForName ?? 'name');
  if (!nameField) report('/fieldForName', `There is no field ${definition.fieldForName}.`);
  checkTemplate(definition, fields, absent, report);
  const sort = definition.defaultSort?.sortField;
  if (sort !== undefined && sort !== '_id' && !findSortKey(fields, sort) && !isSortedByOther(fields.get(sort)))
    report('/defaultSort/sortField', `Records cannot be sorted by ${sort}.`);
  checkIndexes(definition, fields, absent, report);
}

function checkIndexes(
  { indexes, withoutIndexes, defaultSort }: ModuleDefinition,
  fields: ReadonlyMap<string, CompiledField>,
  absent: ReadonlySet<string>,
  report: Report,
): void {
  const checkNames = (names: readonly string[], path: string): void => {
    for (const name of names) {
      const target = findTarget(fields, name);
      if (!target && !absent.has(name)) report(path, `There is no field ${name}.`);
      else if (target && target.keys.length !== 1) report(path, `${name} has no single key: name one of its parts.`);
      else if (target?.keys[0]?.list && names.length > 1) report(path, `${name} is a list: its index cannot have other fields.`);
    }
  };
  indexes?.forEach((names, index) => checkNames(names, `/indexes/${index}`));
  withoutIndexes?.forEach((names, index) => {
    const path = `/withoutIndexes/${index}`;
    checkNames(names, path);
    const [only = '', ...others] = names;
    const target = others.length === 0 ? findTarget(fields, only) : undefined;
    if (target?.field.definition.unique === true) report(path, `${only} is unique, which needs its index.`);
    else if (target?.keys[0]?.list) report(path, `${only} is a list, which needs its index.`);
    else if (target !== undefined && only === defaultSort?.sortField) report(path, `${only} is the default order, which needs its index.`);
  });
}

/** Types whose values can be used in a name. */
const NAMING = new Set<InputType>([
  'TextField',
  'Dropdown',
  'Relate',
  'MultiRelate',
  'FlexRelate',
  'Date',
  'Number',
  'AutoIncrement',
  'Currency',
  'Module',
]);

function checkTemplate(
  { name_template: template, fieldForName }: ModuleDefinition,
  fields: ReadonlyMap<string, CompiledField>,
  absent: ReadonlySet<string>,
  report: Report,
): void {
  if (template === undefined) return;
  if (fieldForName !== undefined && fieldForName !== 'name')
    report('/name_template', `Records are named by ${fieldForName}; a template sets the field name.`);
  for (const format of listUnknownFormats(template)) report('/name_template', `There is no format ${format}.`);
  for (const name of readNameTemplate(template).fields) {
    const field = fields.get(name);
    if (field === undefined && !absent.has(name)) report('/name_template', `There is no field ${name}.`);
    else if (field !== undefined && (name === 'name' || !NAMING.has(field.definition.inputType)))
      report('/name_template', `A template cannot use ${name}.`);
    else if (field?.definition.sensitive === true || field?.definition.internal === true)
      report('/name_template', `Names are visible to everyone, so a template cannot use ${name}.`);
  }
}

/** Dropdowns and single relates can be sorted by, although no index supports it. */
function isSortedByOther(field: ReturnType<typeof compileField> | undefined): boolean {
  return field !== undefined && !field.type.list && (field.dropdown !== undefined || field.definition.inputType === 'Relate');
}

/** Checks that a value of the field names at most one record. */
function checkUpsertField({ definition: { upsertField: name }, fields, absent }: ResolvedModule, report: Report): void {
  if (name === undefined || absent.has(name)) return;
  const field = fields.find(({ definition }) => definition.fieldName === name)?.definition;
  if (field === undefined) report('/upsertField', `There is no field ${name}.`);
  else if (field.unique !== true) report('/upsertField', `${name} is not unique.`);
}

/** Variables of the filter grammar itself. */
const OWN_VARIABLES = new Set(['me', 'my_teams', 'my_roles', 'today', 'now']);

/** Checks the filter variable that a module declares. */
function checkUserVariable({ definition, fields }: ResolvedModule, { modules }: CheckContext, report: Report): void {
  const variable = definition.userVariable;
  if (variable === undefined) return;
  const { name } = variable;
  if (OWN_VARIABLES.has(name) || name in Object.prototype) report('/userVariable/name', `${name} is a reserved name.`);
  const other = [...modules.values()].find((one) => one.definition !== definition && one.definition.userVariable?.name === name);
  if (other) report('/userVariable/name', `${name} is already the variable of ${other.definition.name}.`);
  const field = fields.find((one) => one.definition.fieldName === variable.field)?.definition;
  if (field?.inputType !== 'Relate' || field.ref !== 'users') report('/userVariable/field', `${variable.field} is not a Relate to users.`);
}
