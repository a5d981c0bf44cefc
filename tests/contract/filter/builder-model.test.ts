import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFilter, pruneFilter } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import {
  findOperatorChoice,
  serializeFilterTree,
  resolveItem,
  listOperatorChoices,
  parseFilterTree,
  type FilterGroup,
  type FilterItem,
  type FilterCondition,
} from '../../../runtime-ui/headless/index.ts';
import { fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { createContext, nodeOf } from './contract-context.ts';
import { createMemory, generateData, TABLE_DATA } from './contract-data.ts';
import { CONTRACT_CATALOG, PEOPLE } from './contract-modules.ts';
import { createFilterGenerator } from './generate-filters.ts';
import { FILTER_CASES } from './table-cases.ts';

const data = generateData(20_270_101);
const memory = createMemory(data);
const table = createMemory(TABLE_DATA);
const generator = createFilterGenerator(
  PEOPLE,
  CONTRACT_CATALOG,
  new Map([
    ['people', data.people],
    ['firms', data.firms],
  ]),
  2,
);
const idsOf = (filter: JsonObject, module: 'people' | 'firms' = 'people', from = memory) =>
  from.ids(`m_${module}`, [nodeOf(module, filter)], []);
const isValid = (filter: JsonObject) => parseFilter(filter, createContext('people')).ok;

function testsIn(item: FilterItem): FilterCondition[] {
  return item.kind === 'group' ? item.items.flatMap(testsIn) : [item, ...(item.related === undefined ? [] : testsIn(item.related.group))];
}

/** A filter tree without the ids of its nodes. */
function shapeOf(group: FilterGroup): unknown {
  return JSON.parse(JSON.stringify(group, (key, value: unknown) => (key === 'id' && typeof value === 'number' ? undefined : value)));
}

describe('the filter tree of the filter builder', () => {
  it('matches the same records as the filter, for every operator of every field', () => {
    for (const [name, entry] of generator.entries) {
      fc.assert(
        fc.property(entry, (filter) => {
          if (!isValid(filter)) return;
          const back = serializeFilterTree(parseFilterTree(filter));
          expect(idsOf(back), `${name}: ${JSON.stringify([filter, back])}`).toEqual(idsOf(filter));
        }),
        { numRuns: 20 },
      );
    }
  });

  it('matches the same records with and, or, not and related, and is stable when it is parsed again', () => {
    fc.assert(
      fc.property(generator.filter, (filter) => {
        if (!isValid(filter)) return;
        const tree = parseFilterTree(filter);
        const back = serializeFilterTree(tree);
        expect(idsOf(back), JSON.stringify([filter, back])).toEqual(idsOf(filter));
        expect(serializeFilterTree(parseFilterTree(back))).toEqual(back);
        expect(shapeOf(parseFilterTree(serializeFilterTree(parseFilterTree(back))))).toEqual(shapeOf(parseFilterTree(back)));
      }),
      { numRuns: 1500 },
    );
  });

  it.each(FILTER_CASES)('matches the same records: $says', ({ module = 'people', filter }) => {
    expect(idsOf(serializeFilterTree(parseFilterTree(filter as JsonObject)), module, table)).toEqual(
      idsOf(filter as JsonObject, module, table),
    );
  });

  it('offers every operator of a type, and finds the choice of each operator', () => {
    const fields = [...PEOPLE.fields.values()].filter((field) => field.type.operators.length > 0);
    const module = fixtureModule({
      fields: fields.map((field) => ({
        ...field.definition,
        refs: field.refs,
        system: field.system,
        rights: { read: 'all', write: 'all' },
        sortable: true,
        filterable: true,
        operators: field.type.operators,
      })),
    });
    for (const field of fields) {
      const item = resolveItem(module, { fieldName: field.name });
      const choices = item === undefined ? [] : listOperatorChoices(item);
      const offered = new Set(
        choices.map(({ operator }) => (['gt', 'gte', 'lt', 'lte', 'between'].includes(operator) ? 'range' : operator)),
      );
      const due = field.type.operators.filter(
        (operator) =>
          operator !== 'withinMiles' &&
          !(field.type.comparison === 'boolean' && operator !== 'equals') &&
          !(field.type.comparison === 'address' && operator !== 'exists'),
      );
      expect([...offered].sort(), field.name).toEqual([...due].sort());
      for (const { id, operator, negated, operand } of choices)
        expect(findOperatorChoice({ kind: 'test', id: 0, fieldName: field.name, operator, negated, operand: operand ?? 'x' })?.id).toBe(id);
    }
  });

  it('omits conditions without an operand, and parses alternatives separately from conditions', () => {
    expect(serializeFilterTree(parseFilterTree({ and: [{ name: 'a' }, { name: { contains: 'b' } }] }))).toEqual({
      and: [{ name: { equals: 'a' } }, { name: { contains: 'b' } }],
    });
    expect(serializeFilterTree(parseFilterTree({ name: { contains: 'a', startsWith: 'b' }, status: null }))).toEqual({
      and: [{ name: { contains: 'a' } }, { name: { startsWith: 'b' } }, { status: { exists: false } }],
    });
    const tree = parseFilterTree({ or: [{ name: 'a' }, { name: 'b' }] });
    expect(
      serializeFilterTree({ ...tree, items: tree.items.map((item) => (item.kind === 'test' ? { ...item, operand: undefined } : item)) }),
    ).toEqual({});
    expect(testsIn(parseFilterTree({ firm: { related: { name: 'Acme', not: { size: 3 } } } })).map(({ fieldName }) => fieldName)).toEqual([
      'firm',
      'name',
      'size',
    ]);
  });
});

describe('a saved filter, pruned for a reader,', () => {
  it('is unchanged if all of it can be used', () => {
    fc.assert(
      fc.property(generator.filter, (filter) => {
        if (isValid(filter)) expect(pruneFilter(filter, createContext('people'))).toEqual({ filter, omitted: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('can always be parsed, and never contains fields that its reader may not see', () => {
    const hidden = ['notes', 'salary', 'size', 'boss'];
    const context = createContext('people', hidden);
    fc.assert(
      fc.property(generator.filter, (filter) => {
        const pruned = pruneFilter(filter, context);
        expect(parseFilter(pruned.filter, context).ok, JSON.stringify(pruned)).toBe(true);
        expect(JSON.stringify(pruned.filter)).not.toMatch(/"(notes|salary|size|boss)":/);
      }),
      { numRuns: 1500 },
    );
  });

  it('lists the omitted entries: removed fields, hidden fields, and invalid conditions', () => {
    const filter = {
      gone: 1,
      notes: { contains: 'x' },
      or: [{ score: { contains: 'x' } }, { status: 'new' }],
      firm: { related: { lost: 1, name: 'Acme' } },
      name: { startsWith: 'a', range: { gte: 'b' } },
    };
    const { filter: pruned, omitted } = pruneFilter(filter, createContext('people', ['notes']));
    expect(pruned).toEqual({ or: [{ status: 'new' }], firm: { related: { name: 'Acme' } }, name: filter.name });
    expect(omitted).toEqual([
      { code: 'field_gone', module: 'people', field: 'gone' },
      { code: 'field_not_visible', module: 'people', field: 'notes' },
      { code: 'not_valid', module: 'people', field: 'score' },
      { code: 'field_gone', module: 'firms', field: 'lost' },
    ]);
  });

  it('uses the new names of renamed fields', () => {
    const follow = (_module: unknown, name: string) => ({ title: 'name', dead: undefined })[name] ?? (name === 'dead' ? undefined : name);
    expect(pruneFilter({ title: 'a', dead: 1, firm: { related: { title: 'b' } } }, createContext('people'), follow)).toEqual({
      filter: { name: 'a', firm: { related: { name: 'b' } } },
      omitted: [{ code: 'field_gone', module: 'people', field: 'dead' }],
    });
  });
});
