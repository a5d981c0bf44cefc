import type { FieldView, ModuleView, UserVariableView } from '#engine/model/wire';
import type { FilterOperator } from '#engine/model/filter';
import type { JsonValue } from '#engine/model/values';
import { ADDRESS_PARTS, isRelating, resolveItem, type LayoutItem } from '../module/module-finders.ts';
import type { FilterCondition, ConditionOperator } from './filter-tree.ts';

const PART_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];

/** An operator of a condition, as users choose it. */
export interface OperatorChoice {
  readonly id: string;
  readonly operator: ConditionOperator;
  readonly negated: boolean;
  /** Fixed by the choice itself: filled or empty. */
  readonly operand?: JsonValue;
}

const CHOICES: { readonly [operator in FilterOperator]: readonly OperatorChoice[] } = {
  equals: [
    { id: 'equals', operator: 'equals', negated: false },
    { id: 'notEquals', operator: 'equals', negated: true },
  ],
  in: [
    { id: 'in', operator: 'in', negated: false },
    { id: 'notIn', operator: 'in', negated: true },
  ],
  contains: [
    { id: 'contains', operator: 'contains', negated: false },
    { id: 'notContains', operator: 'contains', negated: true },
  ],
  startsWith: [
    { id: 'startsWith', operator: 'startsWith', negated: false },
    { id: 'notStartsWith', operator: 'startsWith', negated: true },
  ],
  range: (['gte', 'lte', 'gt', 'lt', 'between'] as const).flatMap((operator) => [{ id: operator, operator, negated: false }]),
  exists: [
    { id: 'filled', operator: 'exists', negated: false, operand: true },
    { id: 'empty', operator: 'exists', negated: false, operand: false },
  ],
  related: [
    { id: 'related', operator: 'related', negated: false },
    { id: 'notRelated', operator: 'related', negated: true },
  ],
  withinMiles: [],
};

/** The operators for the subject of a condition: a field, a part of an Address, a relation from another module. */
export function operatorsOfItem(item: LayoutItem): readonly FilterOperator[] {
  if (item.relation !== undefined) return ['related'];
  if (item.part !== undefined) return PART_OPERATORS;
  return item.field?.filterable === true ? (item.field.operators ?? []) : [];
}

/** The operator choices of an item. A checkbox is always yes or no, and an address is filtered by its parts. */
export function listOperatorChoices(item: LayoutItem): readonly OperatorChoice[] {
  const type = item.part === undefined ? item.field?.inputType : undefined;
  const operators = operatorsOfItem(item).filter(
    (operator) => !(type === 'Checkbox' && operator !== 'equals') && !(type === 'Address' && operator !== 'exists'),
  );
  const choices = operators.flatMap((operator) => CHOICES[operator]);
  return type === 'Checkbox' ? choices.slice(0, 1) : choices;
}

/** The choice of a condition; undefined for a condition that users cannot build. */
export function findOperatorChoice({ operator, negated, operand }: FilterCondition): OperatorChoice | undefined {
  const all = Object.values(CHOICES).flat();
  if (operator === 'exists')
    return all.find((choice) => choice.operator === 'exists' && (choice.operand === (operand === true)) !== negated);
  if (operator === 'between' || operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte')
    return negated ? undefined : all.find((choice) => choice.operator === operator);
  return all.find((choice) => choice.operator === operator && choice.negated === negated);
}

/** Everything that a filter can use: fields, the parts of addresses, and relations from other modules. */
export function filterItems(module: ModuleView): LayoutItem[] {
  const ofField = (field: FieldView): string[] =>
    field.inputType === 'Address' ? ADDRESS_PARTS.map((part) => `${field.fieldName}.${part}`) : [];
  const names = module.fields
    .filter((field) => field.deleted !== true && field.filterable)
    .flatMap((field) => [field.fieldName, ...ofField(field)]);
  const reverse = module.relations
    .filter((relation) => relation.direction === 'reverse' && !module.fields.some((field) => field.fieldName === relation.name))
    .map((relation) => relation.name);
  return [...names, ...reverse]
    .map((fieldName) => resolveItem(module, { fieldName }))
    .filter((item) => item !== undefined && listOperatorChoices(item).length > 0) as LayoutItem[];
}

/** The label of the subject of a condition, with its address if it is a part of one. */
export function getItemLabel(item: LayoutItem): string {
  return item.part === undefined || item.field === undefined ? item.label : `${item.field.label}: ${item.label}`;
}

/** The modules of the records that a relating field or a relation refers to. */
export function relatedModules(item: LayoutItem): readonly string[] {
  if (item.relation !== undefined) return item.relation.modules;
  return item.field !== undefined && isRelating(item.field) ? item.field.refs : [];
}

/** Variables that can be used as a value of the field: the user, their teams and roles, the records that represent the user. */
export function listVariables(item: LayoutItem, declared: readonly UserVariableView[]): readonly string[] {
  const modules = relatedModules(item);
  return [
    ...(modules.includes('users') ? ['me'] : []),
    ...(modules.includes('teams') ? ['my_teams'] : []),
    ...(modules.includes('roles') ? ['my_roles'] : []),
    ...declared.filter(({ module }) => modules.includes(module)).map(({ name }) => name),
  ];
}
