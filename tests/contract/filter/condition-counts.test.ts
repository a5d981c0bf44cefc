import { beforeAll, describe, expect, it } from 'vitest';
import { createConditionData, evaluateCondition } from '#engine/model/conditions';
import { parseFilter } from '#engine/model/filter';
import type { FieldDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { loadAdminTexts } from '../../../runtime-ui/kit/index.ts';
import { toConditionFilter, type FindFilterSubject } from '../../../runtime-ui/features/studio/conditions/condition-filter.ts';
import {
  createGroup,
  createPart,
  createTest,
  type ConditionItem,
  type ConditionOperand,
  type ConditionOperator,
} from '../../../runtime-ui/features/studio/conditions/condition-tree.ts';
import { listOperators, listSubjects, type ConditionSubject } from '../../../runtime-ui/features/studio/conditions/subjects.ts';
import { writeCondition } from '../../../runtime-ui/features/studio/conditions/write-condition.ts';
import { createContext } from './contract-context.ts';
import { createMemory, generateData } from './contract-data.ts';
import { PEOPLE } from './contract-modules.ts';
import { ID } from './table-records.ts';

const DATA = generateData(20_270_102);
const memory = createMemory(DATA);
const FIELDS: readonly FieldDefinition[] = [...PEOPLE.fields.values()].map(({ definition, refs }) => ({ ...definition, ref: [...refs] }));
let subjects: readonly ConditionSubject[] = [];

const find: FindFilterSubject = (subjectName) => {
  const subject = subjects.find(({ name }) => name === subjectName);
  return subject && { kind: subject.kind, inputType: subject.inputType, name: subjectName.replace(/^record\./, '') };
};
const write = (item: ConditionItem) => writeCondition(createGroup('all', [item]), (name) => subjects.find((one) => one.name === name));
const filterOf = (item: ConditionItem) => toConditionFilter(createGroup('all', [item]), find);

/** Ids of the people for whom a condition is true, as the server evaluates it. */
function idsWhere(rule: JsonValue | undefined): readonly string[] {
  const { today, now, timeZone } = createContext('people').variables;
  const context = { today, timeZone, now: new Date(now).toISOString(), user: { _id: ID.bob, userType: '', roles: [], teams: [] } };
  return DATA.people
    .filter((document) => evaluateCondition(rule, createConditionData(document as unknown as JsonObject, context)))
    .map(({ _id }) => _id)
    .sort();
}

/** Ids of the people that a filter matches for an admin, who may filter by every team. */
function idsOf(filter: JsonObject): readonly string[] {
  const { allowedTeams: _allowedTeams, ...context } = createContext('people');
  const parsed = parseFilter(filter, context);
  if (!parsed.ok) throw new Error(`${JSON.stringify(filter)} was refused at ${parsed.path}: ${parsed.reason}`);
  return [...memory.ids('m_people', [parsed.node], [])].sort();
}

const value = (one: JsonValue): ConditionOperand => ({ kind: 'value', value: one });

/** By characters: half of one is no text. */
const partOf = (text: string) => [...text].slice(1, 4).join('');

/** Values that people have, and others. */
function operandsOf({ name, kind }: ConditionSubject, operator: ConditionOperator): readonly (ConditionOperand | undefined)[] {
  if (operator === 'empty' || operator === 'filled') return [undefined];
  const [field = '', part] = name.replace(/^record\./, '').split('.');
  const stored = DATA.people.flatMap((person) => (person[field] === undefined ? [] : [person[field]])).slice(0, 12);
  const own = part === undefined ? stored : stored.flatMap((one) => (one as JsonObject)[part] ?? []);
  switch (kind) {
    case 'option':
      return [value(['new', 'Open']), value(['closed'])];
    case 'options':
      return [value(['red']), value(['Green', 'blue'])];
    case 'yesNo':
      return [value(true), value(false)];
    case 'record':
      return [{ kind: 'me' }, ...own.flatMap((one) => one).map(value)];
    case 'date':
    case 'dateTime':
      return [...own.map((one) => value((one as string).slice(0, 10))), { kind: 'today', days: 0 }, { kind: 'today', days: -30 }];
    case 'number':
      return [...own, -5, 0].map(value);
    default:
      return [...own.filter((one) => typeof one === 'string').flatMap((one) => [one, partOf(one)]), 'zzz', 'a'].map(value);
  }
}

beforeAll(async () => {
  await loadAdminTexts();
  subjects = listSubjects(FIELDS).filter(({ name }) => name.startsWith('record.'));
});

describe('The filter that counts what a condition is true for', () => {
  it('matches the same records, for every field and comparison', () => {
    let compared = 0;
    for (const subject of subjects)
      for (const operator of listOperators(subject))
        for (const operand of operandsOf(subject, operator)) {
          const test = createTest(subject.name, operator, operand);
          const [rule, filter] = [write(test), filterOf(test)];
          if (rule === undefined || filter === undefined || typeof filter === 'string') continue;
          compared += 1;
          const found = idsOf(filter);
          expect(found, `${subject.name} ${operator} ${JSON.stringify([operand, filter])}`).toEqual(idsWhere(rule));
        }
    expect(compared).toBeGreaterThan(300);
  });

  it('matches the same records in groups', () => {
    const open = createTest('record.status', 'in', value(['Open', 'new']));
    const high = createTest('record.score', 'gte', value(5));
    const named = createTest('record.name', 'empty');
    for (const match of ['all', 'any'] as const)
      for (const negated of [true, false]) {
        const group = createGroup(match, [open, createGroup('any', [high, named], true)], negated);
        const rule = writeCondition(group, (name) => subjects.find((one) => one.name === name));
        const filter = toConditionFilter(group, find);
        expect(idsOf(filter as JsonObject)).toEqual(idsWhere(rule));
      }
    expect(toConditionFilter(createGroup('all', [createTest('record.score', 'gte')]), find)).toBeUndefined();
  });

  it('says why there is none', () => {
    expect(filterOf(createTest('user.roles', 'includesAny', value(['Clerk'])))).toBe('user');
    expect(filterOf(createTest('record.score', 'changed'))).toBe('changed');
    expect(filterOf(createTest('record.born', 'gt', { kind: 'field', subject: 'record.seen', days: 0 }))).toBe('fields');
    expect(filterOf(createPart({ '>': [{ '+': [{ var: 'record.score' }, 1] }, 3] }))).toBe('json');
    expect(filterOf(createTest('record.fresh', 'filled'))).toBe('unpublished');
    expect(filterOf(createTest('record.subject', 'refersTo', value(ID.bob)))).toBe('operator');
    expect(filterOf(createTest('record.topic', 'equals', value('people')))).toBe('operator');
    expect(toConditionFilter(createGroup('any', [createTest('record.score', 'empty'), createPart(true)]), find)).toBe('json');
  });
});
