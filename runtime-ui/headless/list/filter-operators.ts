import type { FieldView, FilterOperator, JsonValue, ModuleView } from '#engine/model';
import { ADDRESS_PARTS, isRelating, resolveItem, type LayoutItem } from '../module/module-finders.ts';
import type { FilterCondition, ConditionOperator } from './filter-tree.ts';

const PART_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];

/** What can be asked of a field, as people choose it. */
export interface OperatorChoice {
  readonly id: string;
  readonly operator: ConditionOperator;
  readonly negated: boolean;
  /** Said by the choice itself: filled or empty. */
  readonly operand?: JsonValue;
}

const CHOICES: { readonly [operator in FilterOperator]: readonly OperatorChoice[] } = {
  equals: [{ id: 'equals', operator: 'equals', negated: false }, { id: 'notEquals', operator: 'equals', negated: true }],
  in: [{ id: 'in', operator: 'in', negated: false }, { id: 'notIn', operator: 'in', negated: true }],
  contains: [{ id: 'contains', operator: 'contains', negated: false }, { id: 'notContains', operator: 'contains', negated: true }],
  startsWith: [{ id: 'startsWith', operator: 'startsWith', negated: false }, { id: 'notStartsWith', operator: 'startsWith', negated: true }],
  range: (['gte', 'lte', 'gt', 'lt', 'between'] as const).flatMap((operator) => [{ id: operator, operator, negated: false }]),
  exists: [{ id: 'filled', operator: 'exists', negated: false, operand: true }, { id: 'empty', operator: 'exists', negated: false, operand: false }],
  related: [{ id: 'related', operator: 'related', negated: false }, { id: 'notRelated', operator: 'related', negated: true }],
  withinMiles: [],
};

/** The operators of what a condition is about: a field, a part of an Address, a relation from another module. */
export function operatorsOfItem(item: LayoutItem): readonly FilterOperator[] {
  if (item.relation !== undefined) return ['related'];
  if (item.part !== undefined) return PART_OPERATORS;
  return item.field?.filterable === true ? (item.field.operators ?? []) : [];
}

/** What can be asked of it. A checkbox always holds yes or no, and a whole address is asked for by its parts. */
export function listOperatorChoices(item: LayoutItem): readonly OperatorChoice[] {
  const type = item.part === undefined ? item.field?.inputType : undefined;
  const operators = operatorsOfItem(item).filter((operator) => !(type === 'Checkbox' && operator !== 'equals') && !(type === 'Address' && operator !== 'exists'));
  const choices = operators.flatMap((operator) => CHOICES[operator]);
  return type === 'Checkbox' ? choices.slice(0, 1) : choices;
}

/** The choice that a condition stands for; undefined for one that only a program writes. */
export function findOperatorChoice({ operator, negated, operand }: FilterCondition): OperatorChoice | undefined {
  const all = Object.values(CHOICES).flat();
  if (operator === 'exists') return all.find((choice) => choice.operator === 'exists' && choice.operand === (operand === true) !== negated);
  if (operator === 'between' || operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte') return negated ? undefined : all.find((choice) => choice.operator === operator);
  return all.find((choice) => choice.operator === operator && choice.negated === negated);
}

/** Everything that a filter may ask about: fields, the parts of addresses, and relations from other modules. */
export function filterItems(module: ModuleView): LayoutItem[] {
  const ofField = (field: FieldView): string[] => (field.inputType === 'Address' ? ADDRESS_PARTS.map((part) => `${field.fieldName}.${part}`) : []);
  const names = module.fields.filter((field) => field.deleted !== true && field.filterable).flatMap((field) => [field.fieldName, ...ofField(field)]);
  const reverse = module.relations.filter((relation) => relation.direction === 'reverse' && !module.fields.some((field) => field.fieldName === relation.name)).map((relation) => relation.name);
  return [...names, ...reverse].map((fieldName) => resolveItem(module, { fieldName })).filter((item) => item !== undefined && listOperatorChoices(item).length > 0) as LayoutItem[];
}

/** The label of what a condition is about, with its address where it is a part of one. */
export function getItemLabel(item: LayoutItem): string {
  return item.part === undefined || item.field === undefined ? item.label : `${item.field.label}: ${item.label}`;
}

/** The modules whose records stand at the other end of a relating field or a relation. */
export function relatedModules(item: LayoutItem): readonly string[] {
  if (item.relation !== undefined) return item.relation.modules;
  return item.field !== undefined && isRelating(item.field) ? item.field.refs : [];
}

/** Variables that can stand for a value of the field: the user, their teams, their provider record. */
export function listVariables(item: LayoutItem): readonly ('me' | 'my_teams' | 'my_provider')[] {
  const modules = relatedModules(item);
  return [...(modules.includes('users') ? ['me' as const] : []), ...(modules.includes('teams') ? ['my_teams' as const] : []), ...(modules.includes('providers') ? ['my_provider' as const] : [])];
}
