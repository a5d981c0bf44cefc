import type { WorkflowAlert, WorkflowStep, WorkflowValue } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { t } from '../../../../kit/index.ts';
import { describeRule } from './describe-conditions.ts';
import { outcomesOf } from './edit-steps.ts';
import {
  describeApprovers,
  describePath,
  describeRecipients,
  describeSpan,
  describeText,
  describeValue,
  joinAnd,
} from './describe-value.ts';
import { findField, findRelation, mark, nounOf, relatedModuleName, withArticle, type WorkflowNames } from './workflow-names.ts';

type StepOf<Type extends WorkflowStep['type']> = Extract<WorkflowStep, { readonly type: Type }>;
type Values = Readonly<Record<string, WorkflowValue>>;

/** Names with the module of the records that a step runs on: the related one inside of for-each. */
export function namesInside(step: StepOf<'for-each'>, names: WorkflowNames): WorkflowNames {
  return { ...names, module: names.moduleOf(relatedModuleName(names.module, step.relation) ?? '') };
}

/** One step, as it follows "Then": "Set Status to Open". */
export function describeStep(step: WorkflowStep, names: WorkflowNames): string {
  const { module } = names;
  switch (step.type) {
    case 'update-record':
      return describeSet(step.values, module, names);
    case 'update-related':
      return describeRelatedUpdate(step, names);
    case 'create-record':
      return describeNewRecord(step, names);
    case 'notify':
      return describeAlert(step.alert, names);
    case 'notification':
      return t('studioWorkflows.then.notification', {
        recipients: describeRecipients(step.recipients, module, names),
        text: mark(t('studioWorkflows.value.text', { text: describeText(step.text, module, names) })),
      });
    case 'call-webhook':
      return t('studioWorkflows.then.webhook', { host: mark(hostOf(step.url)) });
    case 'wait':
      return describeWait(step, names);
    case 'approval':
      return describeApproval(step, names);
    case 'branch':
      return t('studioWorkflows.then.branch', { count: step.branches.length });
    case 'for-each': {
      const relation = mark(findRelation(module, step.relation)?.label ?? step.relation);
      return t(step.filter === undefined ? 'studioWorkflows.then.forEach' : 'studioWorkflows.then.forEachFiltered', { relation });
    }
    case 'start-workflow':
      return t('studioWorkflows.then.workflow', { name: mark(names.nameOf('workflow', step.workflow) ?? t('studioWorkflows.missing')) });
    case 'plugin':
      return t('studioWorkflows.then.plugin', { action: mark(names.nameOf('action', step.action) ?? step.action) });
  }
}

/** The head of a list inside of a step: "If Status is any of Open", "Otherwise", "If it is approved". */
export function describeList(step: WorkflowStep, index: number, names: WorkflowNames): string {
  if (step.type === 'approval') {
    const outcome = outcomesOf(step)[index] ?? 'whenApproved';
    const isEnd = outcome === 'whenDeclined' && step.whenDeclined === undefined;
    return t(`studioWorkflows.approval.${isEnd ? 'whenDeclinedEnd' : outcome}`);
  }
  const branch = step.type === 'branch' ? step.branches[index] : undefined;
  return branch === undefined ? t('studioWorkflows.then.otherwise') : describeBranch(branch.condition, names);
}

/** "Ask the manager of the owner to approve “Buy Saw”, for at most 3 days". */
function describeApproval(step: StepOf<'approval'>, names: WorkflowNames): string {
  const { text, approvers, timeLimit, remindEvery, onTimeout = 'failed' } = step;
  const parts = [
    t('studioWorkflows.then.approval', {
      approvers: describeApprovers(approvers, names.module, names),
      text: mark(t('studioWorkflows.value.text', { text: describeText(text, names.module, names) })),
    }),
  ];
  if (remindEvery !== undefined) parts.push(t('studioWorkflows.then.remind', { span: mark(describeSpan(remindEvery)) }));
  if (timeLimit !== undefined) parts.push(t(`studioWorkflows.then.timeLimit.${onTimeout}`, { span: mark(describeSpan(timeLimit)) }));
  return parts.join(', ');
}

/** A branch: "If Status is any of Open". */
export function describeBranch(condition: unknown, names: WorkflowNames): string {
  return t('studioWorkflows.then.if', { condition: describeRule(condition, names.module) || t('studioWorkflows.if.emptyRule') });
}

/** 'Set Status to Open and clear Reason'. `owner` is the module of the fields that are set. */
function describeSet(values: Values, owner: ModuleView | undefined, names: WorkflowNames): string {
  const texts = Object.entries(values).map(([name, value]) => {
    const field = findField(owner, name);
    const label = mark(field?.label ?? name);
    if ('value' in value && value.value === null) return t('studioWorkflows.then.clear', { field: label });
    return t('studioWorkflows.then.set', { field: label, value: describeValue(value, { field, owner, module: names.module }, names) });
  });
  return texts.length === 0 ? t('studioWorkflows.then.setNothing') : joinAnd(texts);
}

function describeRelatedUpdate({ relation, filter, values }: StepOf<'update-related'>, names: WorkflowNames): string {
  const other = names.moduleOf(relatedModuleName(names.module, relation) ?? '');
  return t(filter === undefined ? 'studioWorkflows.then.related' : 'studioWorkflows.then.relatedFiltered', {
    relation: mark(findRelation(names.module, relation)?.label ?? relation),
    changes: describeSet(values, other, names),
  });
}

function describeNewRecord({ module: name, values, link }: StepOf<'create-record'>, names: WorkflowNames): string {
  const owner = names.moduleOf(name);
  const pairs = Object.entries(values).map(([fieldName, value]) => {
    const field = findField(owner, fieldName);
    return `${field?.label ?? fieldName} ${describeValue(value, { field, owner, module: names.module }, names)}`;
  });
  const record = mark(withArticle(nounOf(owner, name)));
  const text =
    pairs.length === 0
      ? t('studioWorkflows.then.create', { record })
      : t('studioWorkflows.then.createWith', { record, values: joinAnd(pairs) });
  if (link === undefined) return text;
  return t('studioWorkflows.then.linked', { text, field: mark(findField(owner, link)?.label ?? link), record: nounOf(names.module, '') });
}

/** An alert: "Send the e-mail “Welcome” to the owner". */
export function describeAlert(
  { alertType, sourceType, subject, campaignTemplate, recipients }: WorkflowAlert,
  names: WorkflowNames,
): string {
  const written =
    sourceType === 'template'
      ? names.nameOf('template', campaignTemplate ?? '')
      : subject && t('studioWorkflows.value.text', { text: describeText(subject, names.module, names) });
  const what = written ?? t(sourceType === 'template' ? 'studioWorkflows.then.noTemplate' : 'studioWorkflows.then.noSubject');
  return t(`studioWorkflows.then.${alertType}`, { what: mark(what), recipients: describeRecipients(recipients, names.module, names) });
}

function describeWait({ for: span, until, condition, otherwise }: StepOf<'wait'>, names: WorkflowNames): string {
  if (condition !== undefined) {
    const text = t('studioWorkflows.then.waitForCondition', {
      condition: describeRule(condition, names.module),
      span: mark(span === undefined ? '…' : describeSpan(span)),
    });
    return otherwise === 'end' ? `${text}, ${t('studioWorkflows.then.elseEnd')}` : text;
  }
  if (until !== undefined) return t('studioWorkflows.then.waitUntil', { field: mark(describePath(until, names.module, names)) });
  return t('studioWorkflows.then.wait', { span: mark(span === undefined ? '…' : describeSpan(span)) });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '…';
}
