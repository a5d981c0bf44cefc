import type { ModuleView } from '#engine/model/wire';
import type { ValidationRule } from '#engine/model/rules';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { compileValidations, findBrokenRules } from '#engine/model/rules';
import { changedFields, type Draft } from './draft.ts';
import { conditionDataOf, listRequiredByRules, type FormValues } from './form-rules.ts';
import type { FieldIssue } from './problems.ts';
import type { IsFieldShown } from './visible-fields.ts';

type Issues = { readonly [field: string]: readonly FieldIssue[] };

const NO_RULES: readonly ValidationRule[] = [];

const compiled = new WeakMap<ModuleView, readonly ValidationRule[]>();

/** The validation rules of a module. The server checks those too that read fields which the user may not see. */
export function listRules(module: ModuleView): readonly ValidationRule[] {
  const rules = compiled.get(module) ?? compileValidations(module.fields, module.validations);
  compiled.set(module, rules);
  return rules;
}

/** The issues of broken rules, by the fields that they are shown at. */
export function toRuleIssues(rules: readonly ValidationRule[]): { readonly [field: string]: readonly FieldIssue[] } {
  const issues: { [field: string]: FieldIssue[] } = {};
  for (const { fields, message } of rules)
    for (const field of fields) (issues[field] ??= []).push({ field, path: '', code: 'rule_broken', message });
  return issues;
}

interface RuleIssuesInput {
  readonly module: ModuleView;
  readonly values: FormValues;
  /** The draft when the form was opened: rules that concern none of the fields changed since are left to the server. */
  readonly opened: Draft;
  readonly isShown: IsFieldShown;
  /** The issues of the last save. */
  readonly saved: Issues;
}

/**
 * Adds the issues of the rules that the changes break to the issues of the last save. Issues of a rule that holds again, and
 * of a value that is no longer required, are removed.
 */
export function mergeRuleIssues({ module, values, opened, isShown, saved }: RuleIssuesInput): Issues {
  const rules = listRules(module);
  const hasConditions = rules.length > 0 || module.fields.some(({ requiredWhen }) => requiredWhen !== undefined);
  if (!hasConditions) return saved;
  const isOwnerShown = ({ owner }: ValidationRule): boolean => {
    const field = module.fields.find(({ fieldName }) => fieldName === owner);
    return field === undefined || isShown(field, values.draft, values.base);
  };
  const broken = rules.length === 0 ? NO_RULES : findBrokenRules(rules, conditionDataOf(module, values)).filter(isOwnerShown);
  const changed = broken.length === 0 ? [] : changedFields(module, opened, values.draft);
  const live = toRuleIssues(broken.filter(({ watched }) => changed.some(({ fieldName }) => watched.has(fieldName))));
  const isCurrent = createIssueFilter(module, values, rules, broken);
  const current = Object.entries(saved).map(
    ([name, issues]) => [name, issues.every(isCurrent) ? issues : issues.filter(isCurrent)] as const,
  );
  return joinIssues(Object.fromEntries(current), live);
}

/** Returns whether an issue of the last save still applies. */
function createIssueFilter(
  module: ModuleView,
  values: FormValues,
  rules: readonly ValidationRule[],
  broken: readonly ValidationRule[],
): (issue: FieldIssue) => boolean {
  const required = listRequiredByRules(module, values);
  const isOf = (list: readonly ValidationRule[], { field, message }: FieldIssue): boolean =>
    list.some((rule) => rule.message === message && rule.fields.includes(field));
  return (issue) => {
    if (issue.code === 'rule_broken') return !isOf(rules, issue) || isOf(broken, issue);
    const field = module.fields.find(({ fieldName }) => fieldName === issue.field);
    const isConditional = field?.requiredWhen !== undefined && field.required !== true;
    return issue.code !== 'required' || !isConditional || required.includes(issue.field);
  };
}

function joinIssues(saved: Issues, live: Issues): Issues {
  const entries = [...new Set([...Object.keys(saved), ...Object.keys(live)])].map((name) => {
    const before = saved[name] ?? [];
    const added = (live[name] ?? []).filter(({ message }) => !before.some((one) => one.message === message));
    return [name, added.length === 0 ? before : [...before, ...added]] as const;
  });
  return Object.fromEntries(entries.filter(([, issues]) => issues.length > 0));
}
