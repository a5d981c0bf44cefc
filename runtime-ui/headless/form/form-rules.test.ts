import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { findMassUpdateIssues, findMissingInMassUpdate, isChangeable, isRequiredInMassUpdate } from '../bulk/mass-update-rules.ts';
import { toConditionRecord } from './condition-record.ts';
import type { Draft } from './draft.ts';
import {
  findDefinedRequirement,
  isLockedByRule,
  listNewlyRequired,
  listReadOnlyByRules,
  listRuleFields,
  restoreReadOnlyFields,
} from './form-rules.ts';
import { mergeRuleIssues } from './rule-issues.ts';
import { createVisibility } from './visible-fields.ts';

const permits = JSON.parse(readFileSync('tests/fixtures/rules/permits.json', 'utf8')) as ModuleDefinition;

function toView({ ref: _ref, ...definition }: FieldDefinition): FieldView {
  return fixtureField(definition.inputType, definition);
}

const module: ModuleView = fixtureModule({ fields: permits.fields.map(toView), validations: permits.validations ?? [] });
const fieldOf = (name: string): FieldView => module.fields.find(({ fieldName }) => fieldName === name) as FieldView;

describe('the values that conditions see', () => {
  it('are those that would be stored: ids, trimmed texts, and no empty values', () => {
    const view = fixtureModule();
    const draft = {
      _id: 'r1',
      a_relate: { _id: 'p1', name: 'Ann' },
      a_textfield: ' x ',
      a_phone: ' ',
      a_multiselect: [],
      a_number: 0,
      other: 'y',
    };
    expect(toConditionRecord(view, draft)).toEqual({ _id: 'r1', a_relate: 'p1', a_textfield: 'x', a_number: 0 });
    expect(toConditionRecord(view, draft)).toBe(toConditionRecord(view, draft));
  });
});

describe('a form of a module with rules', () => {
  const issuesOf = (draft: Draft, opened: Draft = {}, saved: Parameters<typeof mergeRuleIssues>[0]['saved'] = {}) =>
    mergeRuleIssues({ module, values: { base: opened, draft }, opened, isShown: createVisibility(module), saved });
  const late = { starts_on: '2026-03-02', ends_on: '2026-03-01' };
  const issue = (field: string, code: string, message: string) => ({ field, path: '', code, message });
  const end = issue('ends_on', 'rule_broken', 'The end is before the start.');
  const note = issue('note', 'required', 'Say why it takes more than 40 hours.');

  it('shows a broken rule at its field once a field that it reads was changed', () => {
    expect(issuesOf(late)).toEqual({ ends_on: [end] });
    expect(issuesOf(late, late)).toEqual({});
    expect(issuesOf({ ...late, ends_on: '2026-03-03' })).toEqual({});
  });

  it('keeps an issue of the last save while it applies, and shows it once', () => {
    const saved = { ends_on: [end], note: [note] };
    expect(issuesOf({ ...late, hours: 41 }, late, saved)).toEqual(saved);
    expect(issuesOf({ ...late, hours: 41 }, {}, saved)).toEqual(saved);
    expect(issuesOf({ ends_on: '2026-03-01', hours: 40 }, {}, saved)).toEqual({});
    const other = { ends_on: [issue('ends_on', 'rule_broken', 'A rule that only the server knows.')] };
    expect(issuesOf(late, late, other)).toEqual(other);
  });

  it('saves read-only fields as they were, and keeps what was typed', () => {
    expect(listReadOnlyByRules(module, { base: {}, draft: { stage: 'review' } })).toEqual(['fee']);
    expect(restoreReadOnlyFields(module, {}, { fee: 1 }, { fee: 2, stage: 'review' })).toEqual({ fee: 1, stage: 'review' });
    const draft = { fee: 2, stage: 'draft' };
    expect(restoreReadOnlyFields(module, {}, { fee: 1 }, draft)).toBe(draft);
  });

  it('locks read-only and hidden fields of a record', () => {
    expect([isLockedByRule(module, fieldOf('fee'), { stage: 'review' }), isLockedByRule(module, fieldOf('fee'), {})]).toEqual([
      true,
      false,
    ]);
    expect([isLockedByRule(module, fieldOf('reason'), {}), isLockedByRule(module, fieldOf('reason'), { stage: 'rejected' })]).toEqual([
      true,
      false,
    ]);
  });

  it('knows what a new value requires, and which fields decide it', () => {
    expect(findDefinedRequirement(module, fieldOf('stage'), 'rejected', { stage: 'draft' })?.fields).toEqual(['reason']);
    expect(findDefinedRequirement(module, fieldOf('hours'), 41, {})).toBeUndefined();
    expect(listNewlyRequired(module, fieldOf('hours'), 41, { hours: 8 }).map(({ fieldName }) => fieldName)).toEqual(['note']);
    expect(listNewlyRequired(module, fieldOf('hours'), 42, { hours: 41 })).toEqual([]);
    expect(listNewlyRequired(module, fieldOf('hours'), 41, { note: 'x' })).toEqual([]);
    expect(listRuleFields(module, fieldOf('stage'))).toEqual(['reason', 'ends_on', 'hours']);
    expect(listRuleFields(module, fieldOf('hours'))).toEqual(['note', 'hours']);
  });
});

describe('a mass update of a module with rules', () => {
  it('decides only conditions whose fields all get a new value', () => {
    expect([{}, { stage: 'draft' }, { stage: 'rejected' }].map((values) => isChangeable(fieldOf('reason'), values))).toEqual([
      true,
      false,
      true,
    ]);
    expect([{}, { stage: 'closed' }].map((values) => isChangeable(fieldOf('fee'), values))).toEqual([true, false]);
    expect([{}, { hours: 41 }].map((values) => isRequiredInMassUpdate(fieldOf('note'), values))).toEqual([false, true]);
  });

  it('is stopped by rules and requirements that its values break', () => {
    expect(findMissingInMassUpdate(module, { stage: 'rejected' })?.missing).toEqual(['reason']);
    expect(Object.keys(findMassUpdateIssues(module, { starts_on: '2026-03-02', ends_on: '2026-03-01' }).byField)).toEqual(['ends_on']);
    expect(findMassUpdateIssues(module, { ends_on: '2026-03-01' })).toEqual({ byField: {}, general: [] });
  });
});
