import type { FieldDefinition } from '#engine/model/definitions';
import { findUnmetRequirements } from '#engine/model/rules';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { FieldView, SessionUser } from '#engine/model/wire';
import { CONDITIONAL_FIELDS, RULE_MODULE } from '../../engine/model/rules/rule-case-module.ts';
import { RULE_CASES, RULE_USERS, type RuleCase, type RuleOutcome } from '../../engine/model/rules/rule-cases.ts';
import { useSession } from '../../runtime-ui/client/session-store.ts';
import { fixtureField, fixtureModule } from '../../runtime-ui/fields/widgets/fixture-module.ts';
import { readConditionContext, toConditionRecord } from '../../runtime-ui/headless/form/condition-record.ts';
import { findDefinedRequirement, listReadOnlyByRules, listRequiredByRules } from '../../runtime-ui/headless/form/form-rules.ts';
import { mergeRuleIssues } from '../../runtime-ui/headless/form/rule-issues.ts';
import { createVisibility } from '../../runtime-ui/headless/form/visible-fields.ts';

/** What forms say about a case, and what is expected. */
export interface RuleResult {
  readonly name: string;
  readonly expected: RuleOutcome;
  readonly actual: RuleOutcome;
}

const toView = ({ ref, ...definition }: FieldDefinition): FieldView =>
  fixtureField(definition.inputType, { ...definition, refs: [ref ?? []].flat() });
const MODULE = fixtureModule({ fields: RULE_MODULE.fields.map(toView), validations: RULE_MODULE.validations ?? [] });
const STATUS = MODULE.fields.find(({ fieldName }) => fieldName === 'status') as FieldView;

/** Evaluates the shared cases of rules with the code of forms: runs in Node and, bundled, in a browser. */
export function evaluateRuleCases(): readonly RuleResult[] {
  return RULE_CASES.map((one) => ({ name: one.name, expected: one.expected, actual: evaluateCase(one) }));
}

function evaluateCase({ user, stored: base = {}, draft: changes, expected }: RuleCase): RuleOutcome {
  const { roles: roleNames, ...signedIn } = RULE_USERS[user];
  useSession.setState({
    user: { _id: `u-${user}`, ...signedIn, teams: [] } as unknown as SessionUser,
    roleNames,
    timeZone: 'America/New_York',
  });
  const draft = { ...base, ...changes };
  const values = { base, draft };
  const isShown = createVisibility(MODULE);
  const shownNames = new Set(MODULE.fields.filter((field) => isShown(field, draft, base)).map(({ fieldName }) => fieldName));
  const always = MODULE.fields.filter(({ required }) => required === true).map(({ fieldName }) => fieldName);
  const required = new Set([...always, ...listRequiredByRules(MODULE, values)].filter((name) => shownNames.has(name)));
  const issues = mergeRuleIssues({ module: MODULE, values, opened: base, isShown, saved: {} });
  const record = toConditionRecord(MODULE, draft);
  return {
    shown: CONDITIONAL_FIELDS.filter((name) => shownNames.has(name)),
    required: MODULE.fields.map(({ fieldName }) => fieldName).filter((name) => required.has(name)),
    readOnly: listReadOnlyByRules(MODULE, values),
    broken: Object.values(issues).flatMap((found) => found.map(({ message }) => message)),
    unmet: listUnmet(base, draft, new Set(Object.keys(changes))),
    values: Object.fromEntries(Object.keys(expected.values).map((name) => [name, record[name] ?? null])),
  };
}

/** What forms ask for before the status is changed; else what the save of the other changes requires. */
function listUnmet(base: JsonObject, draft: JsonObject, changed: ReadonlySet<string>): readonly string[] {
  const status: JsonValue = draft['status'] ?? null;
  if (changed.has('status'))
    return findDefinedRequirement(MODULE, STATUS, status, { ...draft, status: base['status'] ?? null })?.fields ?? [];
  const context = { ...readConditionContext(), old: toConditionRecord(MODULE, base) };
  const isShown = createVisibility(MODULE);
  const isNameShown = (name: string): boolean => MODULE.fields.some((field) => field.fieldName === name && isShown(field, draft, base));
  const unmet = findUnmetRequirements(STATUS, toConditionRecord(MODULE, draft), context, isNameShown, changed);
  return unmet.flatMap(({ missing }) => missing);
}
