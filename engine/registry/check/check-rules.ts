import { CONDITION_VARIABLES, checkCondition, listConditionVariables } from '#engine/model/conditions';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { ERROR_CATALOGUE } from '../../errors/index.ts';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';

/** Checks the conditions, validation rules and transition requirements of a field. */
export function checkFieldRules(field: FieldDefinition, module: ResolvedModule, context: CheckContext, report: Report): void {
  for (const property of ['visibleWhen', 'requiredWhen', 'readOnlyWhen', 'openWhen'] as const)
    checkRule(field[property], `/${property}`, module, report);
  field.validations?.forEach(({ condition }, index) => checkRule(condition, `/validations/${index}/condition`, module, report));
  checkRequirements(field, module, context, report);
}

/** Checks the validation rules of a module. */
export function checkModuleRules({ validations = [] }: ModuleDefinition, module: ResolvedModule, report: Report): void {
  validations.forEach(({ condition, fields = [] }, index) => {
    const path = `/validations/${index}`;
    checkRule(condition, `${path}/condition`, module, report);
    for (const name of fields) checkName(name, `${path}/fields`, module, report);
  });
}

function checkRequirements(field: FieldDefinition, module: ResolvedModule, { dropdowns }: CheckContext, report: Report): void {
  const { inputType, transitionRequirements = [] } = field;
  if (transitionRequirements.length > 0 && inputType !== 'Dropdown')
    return report('/transitionRequirements', `A ${inputType} cannot have transition requirements.`);
  const options = dropdowns.get(field.dropdown ?? '')?.options.map(({ value }) => value) ?? [];
  transitionRequirements.forEach(({ to, when, requires, code }, index) => {
    const path = `/transitionRequirements/${index}`;
    for (const value of to)
      if (!options.includes(value)) report(`${path}/to`, `${value} is not a value of the dropdown ${field.dropdown}.`);
    checkRule(when, `${path}/when`, module, report);
    for (const name of requires) checkName(name, `${path}/requires`, module, report);
    if (requires.includes(field.fieldName)) report(`${path}/requires`, 'A value cannot require its own field.');
    if (code !== undefined && Object.hasOwn(ERROR_CATALOGUE, code)) report(`${path}/code`, `${code} is an error code of the product.`);
  });
}

/** Reports the problems of a condition, each at its place. */
export function checkRule(condition: unknown, path: string, module: ResolvedModule, report: Report): void {
  if (condition === undefined) return;
  const place = (inner: string): string => (inner === '' ? path : `${path}/${inner.split('.').map(escapePart).join('/')}`);
  const problems = checkCondition(condition);
  for (const problem of problems) report(place(problem.path), problem.message);
  if (problems.length > 0) return;
  for (const variable of listConditionVariables(condition)) {
    const cause = findVariableProblem(variable.name, module);
    if (cause !== undefined) report(place(variable.path), cause);
  }
}

/** Escapes a part of a JSON pointer. */
function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function findVariableProblem(name: string, module: ResolvedModule): string | undefined {
  const [source, field] = name.split('.');
  if (source !== 'record' && source !== 'old')
    return CONDITION_VARIABLES.includes(name) ? undefined : `There is no variable ${name}: name a field as record.<field> or old.<field>.`;
  if (field === undefined || field === '') return `Name a field: ${source}.<field>.`;
  if (field === '_id' || module.absent.has(field)) return undefined;
  const definition = findField(module, field);
  if (definition === undefined) return `There is no field ${field}.`;
  return definition.sensitive === true ? `${field} is sensitive: a condition would reveal its value.` : findInternalProblem(definition);
}

/** A field that is named, but whose value is not compared. */
function checkName(name: string, path: string, module: ResolvedModule, report: Report): void {
  if (module.absent.has(name)) return;
  const definition = findField(module, name);
  const cause = definition === undefined ? `There is no field ${name}.` : findInternalProblem(definition);
  if (cause !== undefined) report(path, cause);
}

/** Internal fields are not sent to browsers, where the same rules are evaluated. */
function findInternalProblem({ internal, fieldName }: FieldDefinition): string | undefined {
  return internal === true ? `${fieldName} is internal: rules cannot use it.` : undefined;
}

function findField(module: ResolvedModule, name: string): FieldDefinition | undefined {
  return module.fields.find(({ definition }) => definition.fieldName === name)?.definition;
}
