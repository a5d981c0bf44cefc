import { isDeepStrictEqual } from 'node:util';
import {
  explainMisfit,
  FORMULA_INPUT_TYPES,
  FORMULA_OPERATORS,
  inferKind,
  kindOf,
  listFilterFields,
  listFormulaVariables,
  targetOf,
  type FormulaVariable,
  type ValueKind,
} from '#engine/model/calculations';
import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import { checkCondition } from '#engine/model/conditions';
import { isCalculated } from '#engine/model/definitions';
import type { FieldAccessLevel, FieldDefinition, Formula, RoleDefinition } from '#engine/model/definitions';
import { parseFilter, usesRelated } from '#engine/model/filter';
import { readNameTemplate } from '#engine/model/keys';
import { findCycle, getLevels } from '../compile/calculation-graph.ts';
import type { ResolvedField, ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';
import { makeContext } from './check-finders.ts';
import { CHANGING, checkRollUp } from './check-roll-up.ts';
import { suggestName } from './suggest-name.ts';

/** The most calculated fields that one may depend on, one after the other. */
const MAX_LEVELS = 10;

/** Checks a field with a formula or a roll-up. Paths are of the field. */
export function checkCalculation(
  { definition, system }: ResolvedField,
  module: ResolvedModule,
  context: CheckContext,
  report: Report,
): void {
  const { formula, rollUp, fieldName } = definition;
  const path = rollUp === undefined ? '/formula' : '/rollUp';
  if (formula !== undefined && rollUp !== undefined) return report('/rollUp', 'A field has a formula or a roll-up, not both.');
  if (system || isNaming(fieldName, module)) report(path, `${fieldName} names records or is set by the product: it cannot be calculated.`);
  for (const property of ['required', 'unique', 'sensitive', 'internal', 'profile', 'massUpdatable'] as const)
    if (definition[property] === true) report(`/${property}`, `A calculated field cannot be ${property}.`);
  for (const property of [
    'default',
    'defaultDate',
    'defaultFormula',
    'defaultSetting',
    'requiredWhen',
    'optionsBy',
    'fieldType',
    'mask',
  ] as const)
    if (definition[property] !== undefined) report(`/${property}`, `A calculated field cannot have ${property}.`);
  if (formula !== undefined) checkFormula(definition, formula, module, context, report);
  if (rollUp !== undefined) checkRollUp(definition, rollUp, module, context, report);
  checkDependence(`${module.definition.name}.${fieldName}`, path, context, report);
}

/** The name of a record is made before its calculations. */
function isNaming(name: string, { definition }: ResolvedModule): boolean {
  const { fieldForName, name_template: template = '' } = definition;
  return name === 'name' || name === fieldForName || readNameTemplate(template).fields.includes(name);
}

function checkDependence(key: string, path: string, { calculations }: CheckContext, report: Report): void {
  const cycle = findCycle(calculations, key);
  if (cycle !== undefined) return report(path, `It depends on itself: ${cycle.join(' → ')}.`);
  // A field that reads a cycle has no level: the fields of the cycle are reported.
  if ((getLevels(calculations).get(key) ?? 0) > MAX_LEVELS)
    report(path, `It depends on more than ${MAX_LEVELS} calculated fields in a row.`);
}

/** Checks a formula for a field. Paths begin with '/formula'. */
export function checkFormula(
  field: FieldDefinition,
  formula: Formula,
  module: ResolvedModule,
  context: CheckContext,
  report: Report,
): void {
  const { inputType } = field;
  if (!FORMULA_INPUT_TYPES.includes(inputType)) return report('/formula', `A ${inputType} cannot have a formula.`);
  const problems = checkCondition(formula, FORMULA_OPERATORS);
  for (const { path, code, message } of problems) {
    const hint = code === 'unknown_operator' ? suggestOperator(message) : '';
    report(path === '' ? '/formula' : `/formula/${path.split('.').map(escapePart).join('/')}`, `${message}${hint}`);
  }
  if (problems.length > 0) return;
  const variables = listFormulaVariables(formula);
  const causes = variables.map((variable) => ({ variable, cause: explainVariable(variable, module, context) }));
  for (const { variable, cause } of causes) if (cause !== undefined) report(`/${variable.path}`, cause);
  if (causes.some(({ cause }) => cause !== undefined)) return;
  const inferred = inferKind(formula, (name) => kindOfVariable(name, module, context));
  for (const { path, message } of inferred.problems) report(`/formula/${path}`, message);
  const misfit = explainMisfit(inputType, inferred.kind);
  if (misfit !== undefined) report('/formula', misfit);
}

/** ' Did you mean round?' for the operator in the message of an unknown one. */
function suggestOperator(message: string): string {
  const name = /There is no operator (.*)\./.exec(message)?.[1] ?? '';
  return suggestName(name, Object.keys(FORMULA_OPERATORS));
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Why a formula cannot read a variable; undefined: it can. */
function explainVariable({ relate, field }: FormulaVariable, module: ResolvedModule, context: CheckContext): string | undefined {
  if (relate === undefined)
    return field === '' ? 'A formula reads record.<field> and related.<relate>.<field> alone.' : explainField(field, module);
  if (module.absent.has(relate)) return undefined;
  const link = findField(module, relate);
  if (link === undefined) return `There is no field ${relate}.${suggestName(relate, namesOf(module))}`;
  const target = context.modules.get(targetOf(link) ?? '');
  if (link.inputType !== 'Relate' || target === undefined) return `${relate} is no Relate to one module: a formula cannot read through it.`;
  return field === '' ? `Name a field of ${target.definition.name}: related.${relate}.<field>.` : explainField(field, target);
}

function explainField(name: string, module: ResolvedModule): string | undefined {
  if (name === '_id' || module.absent.has(name)) return undefined;
  const field = findField(module, name);
  if (field === undefined) return `${module.definition.name} has no field ${name}.${suggestName(name, namesOf(module))}`;
  if (field.sensitive === true) return `${name} is sensitive: a formula would reveal its value.`;
  if (field.internal === true) return `${name} is internal: a formula would reveal its value.`;
  return CHANGING.includes(name) ? `${name} changes with each save: a formula cannot read it.` : undefined;
}

function kindOfVariable(name: string, module: ResolvedModule, { modules }: CheckContext): ValueKind {
  const [source, first = '', second = '', third] = name.split('.');
  const owner = source === 'related' ? modules.get(targetOf(findField(module, first)) ?? '') : module;
  const field = owner && findField(owner, source === 'related' ? second : first);
  const isPart = source === 'related' ? third !== undefined : second !== '';
  return field === undefined || isPart ? 'any' : kindOf(field.inputType);
}

function findField({ fields }: ResolvedModule, name: string): FieldDefinition | undefined {
  return fields.find(({ definition }) => definition.fieldName === name)?.definition;
}

function namesOf({ fields }: ResolvedModule): readonly string[] {
  return fields.map(({ definition }) => definition.fieldName);
}

/** Times, users and time zones that a filter must not depend on: nothing would calculate the field again when they change. */
const OTHER_VARIABLES = {
  me: 'y',
  my_teams: ['y'],
  my_roles: ['y'],
  today: '2031-07-15',
  now: 1_900_000_000_000,
  timeZone: 'Asia/Tokyo',
} as const;

/** Checks the filters of the roll-ups of a compiled module. */
export function checkRollUpFilters(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  module.definition.fields.forEach(({ rollUp, fieldName }, index) => {
    const source = module.fields.has(fieldName) ? catalog.modules.get(findSource(module, rollUp) ?? '') : undefined;
    if (rollUp?.filter === undefined || source === undefined) return;
    const place = `/fields/${index}/rollUp/filter`;
    const context = makeContext(source, catalog);
    const parsed = parseFilter(rollUp.filter, context);
    if (!parsed.ok) return report(`${place}/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
    if (usesRelated(parsed.node)) return report(place, 'The filter of a roll-up cannot search in related records.');
    const ofUser = Object.fromEntries(Object.keys(context.variables.ofUser).map((name) => [name, 'y']));
    const other = parseFilter(rollUp.filter, { ...context, variables: { ...OTHER_VARIABLES, ofUser } });
    if (!other.ok || !isDeepStrictEqual(parsed.node, other.node))
      report(place, 'The filter of a roll-up cannot depend on today, now, a time zone or the user.');
    const changing = listFilterFields(rollUp.filter).find((name) => CHANGING.includes(name));
    if (changing !== undefined) report(place, `${changing} changes with each save: a roll-up cannot read it.`);
    const sensitive = listFilterFields(rollUp.filter).find((name) => source.fields.get(name)?.definition.sensitive === true);
    if (sensitive !== undefined) report(place, `${sensitive} is sensitive: a roll-up would reveal its value.`);
  });
}

function findSource(module: CompiledModule, rollUp: FieldDefinition['rollUp']): string | undefined {
  if (rollUp?.relationship === undefined) return rollUp?.module;
  return module.relations.get(rollUp.relationship)?.modules[0];
}

/** Which of two levels shows more: none, own records, all. */
const SHOWN: { readonly [level in FieldAccessLevel]: number } = {
  none: 0,
  'owner-read-owner-write': 1,
  'read-only': 2,
  'read-owner-write': 2,
  'read-write': 2,
};

/** Warns about roles that may read a calculated field and not a field that it is calculated from: they can draw conclusions. */
export function warnOfHiddenInputs(module: ResolvedModule, { calculations, set }: CheckContext, warn: Report): void {
  for (const { definition, path } of module.fields.filter((field) => isCalculated(field.definition))) {
    const { fieldName } = definition;
    const inputs = calculations.get(`${module.definition.name}.${fieldName}`)?.inputs ?? [];
    for (const role of set.role.values()) {
      const shown = shownTo(role, module.definition.name, fieldName);
      const hidden = new Set(inputs.filter((input) => shownTo(role, input.module, input.field) < shown).map(({ field }) => field));
      if (hidden.size === 0) continue;
      const property = definition.formula === undefined ? 'rollUp' : 'formula';
      warn(
        `${path}/${property}`,
        `The role ${role.name} may read ${fieldName}, which is calculated from ${[...hidden].join(', ')}, and not these.`,
      );
    }
  }
}

function shownTo({ field_access: access }: RoleDefinition, module: string, field: string): number {
  return SHOWN[access?.[module]?.[field] ?? 'read-write'];
}
