import type { WorkflowCondition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { t } from '../../../../kit/index.ts';
import type { ConditionGroup } from '../../conditions/condition-tree.ts';
import { describeCondition as describeTree } from '../../conditions/describe-condition.ts';
import { readCondition } from '../../conditions/read-condition.ts';
import { listSubjects } from '../../conditions/subjects.ts';
import { describeConstant } from './describe-value.ts';
import { findField, findRelation, mark, nounOf, relatedModuleName, type WorkflowNames } from './workflow-names.ts';

/** A rule of the condition language in words; '' if it is empty. */
export function describeRule(rule: unknown, module: ModuleView | undefined): string {
  const subjects = listSubjects((module?.fields ?? []).map(({ refs, ...field }) => ({ ...field, ref: [...refs] })));
  const tree = readCondition(rule, (name) => subjects.find((one) => one.name === name));
  if (hasUnknownPart(tree)) return t('studioWorkflows.if.ownRule');
  return describeTree(tree, {
    subjects,
    labelOf: ({ kind, dropdown }, value) =>
      kind === 'record'
        ? t('studioWorkflows.value.chosenRecord')
        : module?.dropdowns[dropdown ?? '']?.options.find((option) => option.value === value)?.label,
  });
}

/** Whether a rule has a part that only its JSON shows. */
function hasUnknownPart({ items }: ConditionGroup): boolean {
  return items.some((item) => item.kind === 'json' || (item.kind === 'group' && hasUnknownPart(item)));
}

/** One condition of a workflow, as it follows "If": "Status changes from New to Open". */
export function describeWorkflowCondition(condition: WorkflowCondition, names: WorkflowNames, isInner = false): string {
  const { module } = names;
  const labelOf = (name: string) => mark(findField(module, name)?.label ?? name);
  switch (condition.type) {
    case 'changes-to':
      return describeChange(condition, names);
    case 'record-changes':
      return t('studioWorkflows.if.recordChanges', { record: nounOf(module, t('studioWorkflows.record')) });
    case 'field-changes':
      return t('studioWorkflows.if.fieldChanges', { field: labelOf(condition.field) });
    case 'related-contains':
      return describeRelated(condition, names);
    case 'rule':
      return describeRule(condition.rule, module) || t('studioWorkflows.if.emptyRule');
    case 'group': {
      const texts = condition.conditions.map((one) => describeWorkflowCondition(one, names, true));
      const text = texts.join(` ${t(condition.match === 'all' ? 'studioWorkflows.and' : 'studioWorkflows.or')} `);
      return isInner && texts.length > 1 ? `(${text})` : text;
    }
  }
}

function describeChange(
  { field: name, from, to }: Extract<WorkflowCondition, { readonly type: 'changes-to' }>,
  { module }: WorkflowNames,
): string {
  const definition = findField(module, name);
  const field = mark(definition?.label ?? name);
  const valueOf = (value: unknown) => mark(describeConstant(value, definition, module));
  if (from === undefined) return t('studioWorkflows.if.changesTo', { field, to: valueOf(to) });
  if (to === undefined) return t('studioWorkflows.if.changesFrom', { field, from: valueOf(from) });
  return t('studioWorkflows.if.changes', { field, from: valueOf(from), to: valueOf(to) });
}

function describeRelated(
  { relation, field, value }: Extract<WorkflowCondition, { readonly type: 'related-contains' }>,
  { module, moduleOf }: WorkflowNames,
): string {
  const other = moduleOf(relatedModuleName(module, relation) ?? '');
  const definition = findField(other, field);
  return t('studioWorkflows.if.related', {
    record: nounOf(module, t('studioWorkflows.record')),
    relation: mark(findRelation(module, relation)?.label ?? relation),
    field: mark(definition?.label ?? field),
    value: mark(describeConstant(value, definition, other)),
  });
}
