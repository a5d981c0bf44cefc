import { beforeAll, describe, expect, it } from 'vitest';
import type { ChangeSetPlan, PlannedChange, PlannedDifference, PlannedRecords } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { countUndecided, decideValues, NO_DECISIONS, toPublishInput } from './decisions.ts';
import { describeSeconds } from './describe-publication.ts';
import { diffJson, diffLines } from './diff-lines.ts';
import { groupPlan } from './review-model.ts';

const difference = (path: string, more: Partial<PlannedDifference> = {}): PlannedDifference => ({
  path,
  label: path,
  before: 'a',
  after: 'b',
  text: path,
  ...more,
});
const change = (kind: PlannedChange['kind'], id: string, ...differences: PlannedDifference[]): PlannedChange => ({
  kind,
  id,
  artifact: `${kind}/${id}`,
  name: id,
  action: differences.length === 0 ? 'removed' : 'changed',
  differences,
});
const records = (more: Partial<PlannedRecords>): PlannedRecords => ({
  module: 'tools',
  field: 'state',
  column: null,
  id: 'f_state',
  reason: 'option',
  value: null,
  count: 3,
  examples: [],
  choices: [],
  ...more,
});
const EMPTY: ChangeSetPlan = {
  changes: [],
  problems: [],
  warnings: [],
  conflicts: [],
  indexes: [],
  records: [],
  conversions: [],
  references: [],
  referenceNotes: [],
  access: [],
  effects: { gains: [], losses: [], differences: 0, counted: 0, notExamined: 0, note: null },
};
const OLD = records({ value: 'old', choices: ['keep', 'clear', 'map'] });
const LOST = records({ value: 'lost', choices: ['keep', 'clear', 'map'] });
const SIZE = records({ id: 'f_size', field: 'size', reason: 'field', choices: ['keep', 'clear'] });
const PLAN: ChangeSetPlan = {
  ...EMPTY,
  changes: [
    change(
      'module',
      'tools',
      difference('/fields/f_note/required'),
      difference('/fields/f_note/label'),
      difference('/fields/f_size'),
      difference('/label'),
    ),
    change('dropdown', 'tool_state', difference('/options/old'), difference('/options/lost')),
    change('dropdown', 'other', difference('/options/old')),
    change('role', 'keeper', difference('/module_access/tools/edit'), difference('/field_access/tools/size')),
  ],
  problems: [
    { file: 'module/tools', path: '/label', cause: 'Too long', change: { kind: 'module', id: 'tools' }, place: null },
    { file: 'role/Clerk', path: '/', cause: 'In use', change: null, place: null },
  ],
  conflicts: [{ artifact: 'module/tools', path: '/label', before: 'a', mine: 'b', theirs: 'c', changeSet: null }],
  records: [records({ id: 'f_note', field: 'note', reason: 'required' }), SIZE, OLD, LOST],
  references: [{ target: 'dropdown/tool_state', from: 'module/tools', path: '/fields/state/dropdown' }],
  access: [
    {
      role: { _id: 'keeper', name: 'Keeper' },
      module: 'tools',
      field: null,
      right: 'edit',
      before: 'All',
      after: 'Owner',
      change: 'loses',
      count: 2,
    },
    {
      role: { _id: 'keeper', name: 'Keeper' },
      module: 'tools',
      field: 'size',
      right: 'read',
      before: 'none',
      after: 'all',
      change: 'gains',
      count: 2,
    },
  ],
};

describe('The review of a plan', () => {
  const verdicts = (decisions = NO_DECISIONS) =>
    groupPlan(PLAN, decisions).map(({ artifact, rows }) => [
      artifact,
      rows.map(({ difference: one, verdict }) => [one?.path ?? '', verdict]),
    ]);

  it('has each record, problem and right at the change that causes it, with a verdict', () => {
    expect(verdicts()).toEqual([
      [
        'module/tools',
        [
          ['/fields/f_note/required', 'warns'],
          ['/fields/f_note/label', 'none'],
          ['/fields/f_size', 'blocks'],
          ['/label', 'blocks'],
        ],
      ],
      [
        'dropdown/tool_state',
        [
          ['/options/old', 'blocks'],
          ['/options/lost', 'blocks'],
        ],
      ],
      ['dropdown/other', [['/options/old', 'none']]],
      [
        'role/keeper',
        [
          ['/module_access/tools/edit', 'warns'],
          ['/field_access/tools/size', 'none'],
        ],
      ],
      ['', [['', 'blocks']]],
    ]);
  });

  it('says what is decided, and counts what is not', () => {
    expect(countUndecided(PLAN, NO_DECISIONS)).toBe(4);
    const moved = decideValues(NO_DECISIONS, PLAN.records, OLD, { kind: 'move', to: 'new' });
    expect(countUndecided(PLAN, moved)).toBe(3);
    expect(verdicts(moved)[1]).toEqual([
      'dropdown/tool_state',
      [
        ['/options/old', 'decided'],
        ['/options/lost', 'blocks'],
      ],
    ]);
  });

  it('keeps the values of all removed options of a field or of none', () => {
    const decided = decideValues(NO_DECISIONS, PLAN.records, OLD, { kind: 'keep' });
    expect(toPublishInput(PLAN, decided).values).toEqual({ f_state: 'keep' });
    const cleared = decideValues(decided, PLAN.records, LOST, { kind: 'clear' });
    expect(toPublishInput(PLAN, cleared).values).toEqual({ f_state: { map: { lost: null } } });
    const all = decideValues(decideValues(cleared, PLAN.records, OLD, { kind: 'move', to: 'new' }), PLAN.records, SIZE, { kind: 'clear' });
    expect(toPublishInput(PLAN, { ...all, conflicts: { 'module/tools#/label': 'theirs', 'module/gone#/x': 'mine' } })).toEqual({
      values: { f_state: { map: { old: 'new', lost: null } }, f_size: 'clear' },
      conflicts: { 'module/tools#/label': 'theirs' },
    });
  });
});

describe('The difference of two definitions as JSON', () => {
  it('ignores the order of properties, and shows a few equal lines around', () => {
    const fields = Array.from({ length: 20 }, (_, index) => ({ id: `f${index}`, label: `F ${index}` }));
    const changed = fields.map((field, index) => (index === 10 ? { label: 'New', id: field.id } : field));
    const [hunk, ...more] = diffJson({ name: 'tools', fields }, { fields: changed, name: 'tools' });
    expect(more).toEqual([]);
    expect(hunk?.lines.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '      "label": "F 10"' },
      { kind: 'added', text: '      "label": "New"' },
    ]);
    expect(hunk?.lines).toHaveLength(8);
    expect(diffJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
    expect(diffJson(null, { a: 1 })[0]?.lines.every(({ kind }) => kind === 'added')).toBe(true);
  });

  it.each([
    [['a', 'b', 'c'], ['a', 'c'], ' a-b c'],
    [['a', 'c'], ['a', 'b', 'c'], ' a+b c'],
    [['x', 'a', 'b', 'y'], ['x', 'b', 'a', 'y'], undefined],
    [[], [], ''],
    [['a'], ['b'], '-a+b'],
  ])('of %j and %j restores both', (before, after, shown) => {
    const lines = diffLines(before, after);
    const of = (...kinds: readonly string[]) => lines.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
    expect([of('same', 'removed'), of('same', 'added')]).toEqual([before, after]);
    if (shown !== undefined)
      expect(lines.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`).join('')).toBe(shown);
  });
});

describe('describeSeconds', () => {
  beforeAll(() => loadAdminTexts());

  it('says seconds, minutes and hours', () => {
    expect([0, 90, 1_333, 10_000].map(describeSeconds)).toEqual(['0 s', 'about 90 s', 'about 22 min', 'about 3 h']);
  });
});
