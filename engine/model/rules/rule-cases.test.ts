import { describe, expect, it } from 'vitest';
import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import { createConditionData, type ConditionContext } from '../conditions/index.ts';
import type { FieldDefinition } from '../definitions/index.ts';
import { getFieldType, isMissing } from '../field-types/index.ts';
import { normalizeField } from '../keys/index.ts';
import { findRecordProblems } from '../validators/index.ts';
import type { JsonObject } from '../values/json.ts';
import { compileTrigger, isCompiledFieldVisible } from '../visibility/index.ts';
import { compileValidations, findUnmetRequirements, isFieldReadOnly, isFieldRequired } from './index.ts';
import { CONDITIONAL_FIELDS, RULE_DROPDOWNS, RULE_MODULE } from './rule-case-module.ts';
import { RULE_CASES, RULE_USERS, type RuleCase, type RuleOutcome } from './rule-cases.ts';

function compile(definition: FieldDefinition): CompiledField {
  const parent = RULE_MODULE.fields.find(({ fieldName }) => fieldName === definition.parentField);
  const { id, fieldName: name, label, inputType, fieldsToTrigger: trigger, entry } = definition;
  return {
    ...{
      id,
      name,
      label,
      definition,
      type: getFieldType(inputType),
      refs: [],
      keys: [],
      system: false,
      relationship: undefined,
      linksKey: undefined,
    },
    dropdown: RULE_DROPDOWNS.find((one) => one.name === definition.dropdown),
    columns: (entry?.columns ?? []).map((column) => compile({ id: column.fieldName, ...column })),
    trigger: trigger === undefined || parent === undefined ? undefined : compileTrigger(trigger, parent),
  };
}

const fields = RULE_MODULE.fields.map(compile);
const module = {
  name: RULE_MODULE.name,
  validations: compileValidations(RULE_MODULE.fields, RULE_MODULE.validations),
  fields: new Map(fields.map((field) => [field.name, field])),
} as unknown as CompiledModule;

/** The values of a draft as the server stores them. */
function normalize(draft: JsonObject): JsonObject {
  const stored = Object.entries(draft).map(([name, value]) => {
    const result = normalizeField(module.fields.get(name) as CompiledField, value, () => true);
    if (!result.ok) throw new Error(`${name}: ${result.problems.map(({ message }) => message).join(' ')}`);
    return [name, result.value ?? null] as const;
  });
  return Object.fromEntries(stored);
}

function evaluate({ user, stored, draft, expected }: RuleCase): RuleOutcome & { readonly missing: readonly string[] } {
  const record = { ...stored, ...normalize(draft) };
  const changed = stored === undefined ? undefined : new Set(Object.keys(draft));
  const context: ConditionContext = {
    ...{ today: '2026-03-10', timeZone: 'America/New_York', now: '2026-03-10T15:00:00.000Z' },
    user: { _id: `u-${user}`, ...RULE_USERS[user], teams: [] },
    ...(stored === undefined ? {} : { old: stored }),
  };
  const data = createConditionData(record, context);
  const isShown = (name: string, of: JsonObject = record): boolean =>
    isCompiledFieldVisible(module, module.fields.get(name) as CompiledField, of, context);
  const namesOf = (holds: (field: FieldDefinition) => boolean): readonly string[] =>
    RULE_MODULE.fields.filter(holds).map(({ fieldName }) => fieldName);
  const problems = findRecordProblems(module, record, context, changed);
  const status = module.fields.get('status') as CompiledField;
  return {
    shown: CONDITIONAL_FIELDS.filter((name) => isShown(name)),
    required: namesOf((field) => isFieldRequired(field, data) && isShown(field.fieldName)),
    readOnly: namesOf((field) => isFieldReadOnly(field, data)),
    broken: problems.filter(({ code }) => code === 'rule_broken').map(({ message }) => message),
    unmet: findUnmetRequirements(status.definition, record, context, isShown, changed).flatMap(({ missing }) => missing),
    values: Object.fromEntries(Object.keys(expected.values).map((name) => [name, record[name] ?? null])),
    missing: problems.filter(({ code }) => code === 'required').map(({ field }) => field),
  };
}

describe('the rules of a module', () => {
  it.each(RULE_CASES.map((one) => [one.name, one] as const))('say what is expected of %s', (_name, one) => {
    const { missing, ...outcome } = evaluate(one);
    expect(outcome).toEqual(one.expected);
    const record = { ...one.stored, ...normalize(one.draft) };
    expect(missing).toEqual(one.expected.required.filter((name) => isMissing(record[name])));
  });

  it('have a case with each property of an outcome', () => {
    for (const property of ['shown', 'required', 'readOnly', 'broken', 'unmet'] as const) {
      const found = new Set(RULE_CASES.map(({ expected }) => expected[property].length > 0));
      expect([...found].sort(), property).toEqual([false, true]);
    }
  });
});
