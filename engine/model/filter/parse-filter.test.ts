import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFixtureModule } from '#tests/support';
import type { FilterContext } from './filter-context.ts';
import type { FilterNode } from './filter-node.ts';
import { parseFilter } from './parse-filter.ts';
import { parseSort } from './parse-sort.ts';

const module = createFixtureModule({
  name: 'things',
  fields: [
    { name: 'name', type: 'TextField' },
    { name: 'phone', type: 'Phone' },
    { name: 'count', type: 'Number' },
    { name: 'price', type: 'Currency' },
    { name: 'on', type: 'Checkbox' },
    { name: 'day', type: 'Date' },
    { name: 'at', type: 'DateTime' },
    { name: 'home', type: 'Address' },
    { name: 'up', type: 'Relate', refs: ['things'] },
    { name: 'any', type: 'FlexRelate' },
    { name: 'kind', type: 'Dropdown', options: ['a', 'b'] },
    { name: 'mails', type: 'EmailAddress' },
    { name: 'more', type: 'Object' },
  ],
  relations: [
    { name: 'up', direction: 'forward', modules: ['things'], fieldName: 'up', many: false, flex: false },
    { name: 'down', direction: 'reverse', modules: ['things'], fieldName: 'up', many: true, flex: false },
    { name: 'any', direction: 'forward', modules: [], fieldName: 'any', many: false, flex: true },
  ],
  indexes: [],
  contains: [],
});

const context: FilterContext = {
  module,
  catalog: { version: 1, modules: new Map([['things', module]]), dropdowns: new Map() },
  variables: { me: 'm', my_teams: ['t'], my_roles: ['r'], ofUser: {}, today: '2026-03-01', now: 0, timeZone: 'America/New_York' },
  canFilter: () => true,
  visibilityFilter: () => undefined,
};

const word = fc.constantFrom(
  'name',
  'phone',
  'count',
  'price',
  'on',
  'day',
  'at',
  'home',
  'home.city',
  'up',
  'down',
  'any',
  'kind',
  'mails',
  'more',
  '_id',
  'and',
  'or',
  'not',
  'equals',
  'in',
  'contains',
  'startsWith',
  'range',
  'exists',
  'related',
  'withinMiles',
  'gt',
  'gte',
  'lt',
  'lte',
  '$',
  'days',
  'module',
  'id',
  'filter',
  '__proto__',
  'constructor',
  '$where',
  'a.b',
  '',
);
const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.constantFrom('2026-03-01', '2026-03-01T00:00:00.000Z', 'things', 'me', 'now', '404-555-0142', 7, '9999-12-31', '0001-01-01'),
);
const { filter } = fc.letrec<{ filter: unknown; node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium' },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.array(fc.tuple(word, tie('node')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
  filter: fc.array(fc.tuple(word, tie('node')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}));

/** The ids of all keys that a node compares, and its operands. */
function inspect(node: FilterNode): unknown[] {
  switch (node.kind) {
    case 'all':
    case 'any':
      return node.nodes.flatMap(inspect);
    case 'not':
      return inspect(node.node);
    case 'related':
      return [node.relation.key.id, ...inspect(node.node)];
    case 'exists':
      return node.keys.map((key) => key.id);
    case 'equals':
      return [node.key.id];
    case 'contains':
    case 'startsWith':
      return [node.key.id];
    case 'range':
      return [node.key.id];
    default:
      return [];
  }
}

describe('parseFilter', () => {
  it('returns a value for any input, with no keys but those of the module', () => {
    const keys = new Set(module.storage.keys.map((key) => key.id));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ arbitrary: filter, weight: 9 }, { arbitrary: fc.anything(), weight: 1 }), (input) => {
        const parsed = parseFilter(input, context);
        if (!parsed.ok) {
          expect(parsed.reason).not.toBe('');
          return;
        }
        accepted += 1;
        for (const keyId of inspect(parsed.node)) expect(keys).toContain(keyId);
      }),
      { numRuns: 5000, seed: 5 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('returns operands of the kind of their key only', () => {
    const check = (node: FilterNode): void => {
      if (node.kind === 'all' || node.kind === 'any') node.nodes.forEach(check);
      if (node.kind === 'not' || node.kind === 'related') check(node.node);
      if (node.kind === 'equals')
        for (const value of node.values) expect(typeof value === 'number' ? 'number' : 'text').toBe(node.key.kind);
      if (node.kind === 'range')
        for (const value of [node.gt, node.gte, node.lt, node.lte])
          if (value !== undefined) expect(typeof value === 'number' ? 'number' : 'text').toBe(node.key.kind);
    };
    const entry = fc.tuple(
      fc.constantFrom('name', 'phone', 'count', 'price', 'on', 'day', 'at', 'home.city', 'up', 'kind', 'mails'),
      fc.constantFrom('equals', 'in', 'range', 'gt'),
      leaf,
    );
    fc.assert(
      fc.property(entry, ([field, operator, value]) => {
        const operand = operator === 'in' ? [value] : operator === 'range' ? { gte: value } : value;
        const parsed = parseFilter({ [field]: { [operator]: operand } }, context);
        if (parsed.ok) check(parsed.node);
      }),
      { numRuns: 5000, seed: 6 },
    );
  });

  it('accepts the empty filter', () => {
    for (const input of [undefined, null, {}])
      expect(parseFilter(input, context)).toMatchObject({ ok: true, node: { kind: 'constant', value: true } });
  });

  it('adds visibility and the deleted flag to related filters', () => {
    const system = createFixtureModule({
      ...{
        name: 'things',
        relations: [{ name: 'up', direction: 'forward', modules: ['things'], fieldName: 'up', many: false, flex: false }],
        indexes: [],
        contains: [],
      },
      fields: [
        { name: 'up', type: 'Relate', refs: ['things'] },
        { name: 'deleted', type: 'Checkbox', system: true },
      ],
    });
    const visible: FilterNode = { kind: 'ids', ids: ['seen'] };
    const parsed = parseFilter(
      { up: { related: {} } },
      {
        ...context,
        module: system,
        catalog: { ...context.catalog, modules: new Map([['things', system]]) },
        visibilityFilter: () => visible,
      },
    );
    expect(parsed).toMatchObject({
      ok: true,
      node: { kind: 'related', node: { kind: 'all', nodes: [{ kind: 'equals', key: { id: 'f_deleted' }, values: [0] }, visible] } },
    });
  });
});

describe('parseSort', () => {
  it('returns a value for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.array(fc.record({ sortField: word, sortOrder: fc.constantFrom('asc', 'desc', 'up') }))),
        (input) => {
          expect(typeof parseSort(input, context).ok).toBe('boolean');
        },
      ),
      { numRuns: 2000, seed: 8 },
    );
  });
});
