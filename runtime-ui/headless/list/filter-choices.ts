import type { FieldView, FilterOperator, JsonValue, ModuleView } from '#engine/model';
import { ADDRESS_PARTS, isRelating, resolveItem, type LayoutItem } from '../module/module-lookup.ts';
import type { FilterTest, TestName } from './filter-tree.ts';

const PART_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];

/** What can be asked of a field, as people choose it. */
export interface TestChoice {
  readonly id: string;
  readonly test: TestName;
  readonly negated: boolean;
  /** Said by the choice itself: filled or empty. */
  readonly operand?: JsonValue;
}

const CHOICES: { readonly [operator in FilterOperator]: readonly TestChoice[] } = {
  equals: [{ id: 'equals', test: 'equals', negated: false }, { id: 'notEquals', test: 'equals', negated: true }],
  in: [{ id: 'in', test: 'in', negated: false }, { id: 'notIn', test: 'in', negated: true }],
  contains: [{ id: 'contains', test: 'contains', negated: false }, { id: 'notContains', test: 'contains', negated: true }],
  startsWith: [{ id: 'startsWith', test: 'startsWith', negated: false }, { id: 'notStartsWith', test: 'startsWith', negated: true }],
  range: (['gte', 'lte', 'gt', 'lt', 'between'] as const).flatMap((test) => [{ id: test, test, negated: false }]),
  exists: [{ id: 'filled', test: 'exists', negated: false, operand: true }, { id: 'empty', test: 'exists', negated: false, operand: false }],
  related: [{ id: 'related', test: 'related', negated: false }, { id: 'notRelated', test: 'related', negated: true }],
  withinMiles: [],
};

/** The operators of what a condition is about: a field, a part of an Address, a relation from another module. */
export function operatorsOfItem(item: LayoutItem): readonly FilterOperator[] {
  if (item.relation !== undefined) return ['related'];
  if (item.part !== undefined) return PART_OPERATORS;
  return item.field?.filterable === true ? (item.field.operators ?? []) : [];
}

/** What can be asked of it. A checkbox always holds yes or no, and a whole address is asked for by its parts. */
export function testChoices(item: LayoutItem): readonly TestChoice[] {
  const type = item.part === undefined ? item.field?.inputType : undefined;
  const operators = operatorsOfItem(item).filter((operator) => !(type === 'Checkbox' && operator !== 'equals') && !(type === 'Address' && operator !== 'exists'));
  const choices = operators.flatMap((operator) => CHOICES[operator]);
  return type === 'Checkbox' ? choices.slice(0, 1) : choices;
}

/** The choice that a condition stands for; undefined for one that only a program writes. */
export function choiceOfTest({ test, negated, operand }: FilterTest): TestChoice | undefined {
  const all = Object.values(CHOICES).flat();
  if (test === 'exists') return all.find((choice) => choice.test === 'exists' && choice.operand === (operand === true) !== negated);
  if (test === 'between' || test === 'gt' || test === 'gte' || test === 'lt' || test === 'lte') return negated ? undefined : all.find((choice) => choice.test === test);
  return all.find((choice) => choice.test === test && choice.negated === negated);
}

/** Everything that a filter may ask about: fields, the parts of addresses, and relations from other modules. */
export function filterItems(module: ModuleView): LayoutItem[] {
  const ofField = (field: FieldView): string[] => (field.inputType === 'Address' ? ADDRESS_PARTS.map((part) => `${field.fieldName}.${part}`) : []);
  const names = module.fields.filter((field) => field.deleted !== true && field.filterable).flatMap((field) => [field.fieldName, ...ofField(field)]);
  const reverse = module.relations.filter((relation) => relation.direction === 'reverse' && !module.fields.some((field) => field.fieldName === relation.name)).map((relation) => relation.name);
  return [...names, ...reverse].map((fieldName) => resolveItem(module, { fieldName })).filter((item) => item !== undefined && testChoices(item).length > 0) as LayoutItem[];
}

/** The label of what a condition is about, with its address where it is a part of one. */
export function labelOfItem(item: LayoutItem): string {
  return item.part === undefined || item.field === undefined ? item.label : `${item.field.label}: ${item.label}`;
}

/** The modules whose records stand at the other end of a relating field or a relation. */
export function relatedModules(item: LayoutItem): readonly string[] {
  if (item.relation !== undefined) return item.relation.modules;
  return item.field !== undefined && isRelating(item.field) ? item.field.refs : [];
}

/** Variables that can stand for a value of the field: the user, their teams, their provider record. */
export function variablesOf(item: LayoutItem): readonly ('me' | 'my_teams' | 'my_provider')[] {
  const modules = relatedModules(item);
  return [...(modules.includes('users') ? ['me' as const] : []), ...(modules.includes('teams') ? ['my_teams' as const] : []), ...(modules.includes('providers') ? ['my_provider' as const] : [])];
}
