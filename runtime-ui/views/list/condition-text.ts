import type { ModuleView } from '#engine/model/wire';
import { useShell } from '../../client/index.ts';
import { collectRecordIds, describeCondition, findOperandModule, formatOperand, listOperands } from '../../fields/search/index.ts';
import { getItemLabel, resolveItem, useNamesById, type FilterCondition, type FilterGroup, type FilterItem } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** A condition in words. */
interface ConditionText {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
  /** Whether the user sees its field. */
  readonly isKnown: boolean;
}

/** The words of a condition; the names of records are loaded. */
export function useConditionText(module: ModuleView, test: FilterCondition): ConditionText {
  const item = resolveItem(module, { fieldName: test.fieldName });
  const operands = listOperands(test);
  const declared = useShell().data?.userVariables ?? [];
  const related = item && findOperandModule(item, operands);
  const loaded = useNamesById(related, related === undefined ? [] : collectRecordIds(operands));
  const inner = test.related === undefined ? '' : describeGroup(test.related.group);
  const value =
    operands.length > 2
      ? t('views.list.chosen', { count: operands.length })
      : operands.map((operand) => formatOperand(module, item, operand, loaded, declared)).join(test.operator === 'between' ? ' – ' : ', ');
  return {
    label: item === undefined ? test.fieldName : getItemLabel(item),
    operator: describeCondition(test, item),
    value: value || inner,
    isKnown: item !== undefined,
  };
}

function countConditions(item: FilterItem): number {
  return item.kind === 'test' ? 1 : item.items.reduce((sum, one) => sum + countConditions(one), 0);
}

/** The number of conditions of a group, in words. */
export function describeGroup(group: FilterGroup): string {
  const count = countConditions(group);
  return t(group.combinator === 'or' ? 'saved.groupAny' : 'saved.group', { count });
}
