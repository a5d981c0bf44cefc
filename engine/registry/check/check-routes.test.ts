import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { MusterError } from '../../errors/index.ts';
import { loadSnapshot } from '../registry-core.ts';

const crate: ModuleDefinition = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', fields: [] };
const pallet: ModuleDefinition = { ...crate, id: 'pallets', name: 'pallets' };

/** The problems of the fixture with these modules added, as 'path cause'. */
async function problemsWith(...modules: readonly ModuleDefinition[]): Promise<string[]> {
  const definitions = modules.map((definition) => ({ kind: 'module', definition }) as const);
  return loadSnapshot(['tests/fixtures/definitions'], [{ plugin: 'more', definitions }]).then(
    () => [],
    (error: MusterError) => error.details.map((detail) => `${detail.field} ${detail.message}`),
  );
}

describe('checking the pages of modules', () => {
  it.each([
    ['the route of another module', { route: '/stock' }, { route: '/Stock' }, /already the route of crates/],
    ['another route of another module', { route: '/a/b' }, { otherRoutes: ['/a/b'] }, /already the route of crates/],
    ['the name of another module', { route: '/pallets' }, {}, /the name of another module: pallets/],
    ['its own route again', {}, { route: '/a', otherRoutes: ['/b', '/A'] }, /\/otherRoutes\/1 \/A is there twice/],
    ['a route below a page of the product', {}, { route: '/dashboard/a' }, /cannot start with \/dashboard/],
    ['the route that another module has without one', {}, { route: '/module/crates' }, /cannot start with \/module/],
    ['a route that opens a form', {}, { route: '/a/new' }, /cannot contain \/new/],
    ['a route that is no path', {}, { route: 'a' }, /pattern/],
  ])('rejects a module with %s', async (_, first, second, cause) => {
    const problems = await problemsWith({ ...crate, ...first }, { ...pallet, ...second });
    expect(problems).toEqual([expect.stringMatching(cause)]);
  });

  it.each([
    ['an assignee that is no user', { assignee: 'colour' }, /\/workItems\/assignee colour is not a Relate to users/],
    ['an assignee that does not exist', { assignee: 'nobody' }, /nobody is not a Relate to users/],
    ['a text as due date', { due: 'name' }, /\/workItems\/due name is neither a Date nor a DateTime/],
    ['a filter of a field that does not exist', { open: { state: 'Done' } }, /\/workItems\/open\/state/],
  ])('rejects work items with %s', async (_, change, cause) => {
    const fields: FieldDefinition[] = [
      { id: 'x_due', fieldName: 'due', label: 'Due', inputType: 'Date', deadline: true },
      { id: 'x_colour', fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colour' },
    ];
    const workItems = { assignee: 'assigned_to', due: 'due', open: { not: { colour: 'red' } } };
    const withItems = (items: typeof workItems): ModuleDefinition => ({ ...crate, fields, workItems: items });
    expect(await problemsWith(withItems(workItems))).toEqual([]);
    expect(await problemsWith(withItems({ ...workItems, ...change } as typeof workItems))).toEqual([expect.stringMatching(cause)]);
  });

  it.each([
    ['the name of a common view', { name: 'mine' }, /\/listViews\/0\/name There is another view mine/],
    ['a filter of a field that does not exist', { filter: { state: 'Done' } }, /\/listViews\/0\/filter\/state/],
    ['a filter of related records', { filter: { assigned_to: { related: { name: 'Ann' } } } }, /A view cannot search in related records/],
    ['an order that does not exist', { sort: { sortField: 'state', sortOrder: 'asc' } }, /cannot be sorted by state/],
  ])('rejects a view with %s', async (_, change, cause) => {
    const view = { name: 'own', label: 'Own', filter: { name: { exists: true } } };
    expect(await problemsWith({ ...crate, listViews: [view] })).toEqual([]);
    expect(await problemsWith({ ...crate, listViews: [{ ...view, ...change } as typeof view] })).toEqual([expect.stringMatching(cause)]);
  });

  it('accepts only one of the views as the one that the list opens with', async () => {
    const view = { name: 'own', label: 'Own', filter: { name: { exists: true } } };
    expect(await problemsWith({ ...crate, listViews: [view], defaultListView: 'own' })).toEqual([]);
    const cause = /\/defaultListView crates? has no view due in listViews/;
    expect(await problemsWith({ ...crate, listViews: [view], defaultListView: 'due' })).toEqual([expect.stringMatching(cause)]);
    expect(await problemsWith({ ...crate, defaultListView: 'due' })).toEqual([expect.stringMatching(cause)]);
  });

  it.each([
    ['a date that is a text', { date: 'name' }, /\/homeLists\/0\/date name is neither a Date nor a DateTime/],
    ['a filter of a field that does not exist', { filter: { state: 'x' } }, /\/homeLists\/0\/filter\/state/],
    ['a detail that does not exist', { details: ['name', 'size'] }, /\/homeLists\/0\/details\/1 there is no field size/],
    ['a person that is no relate', { about: 'name' }, /\/homeLists\/0\/about name is neither a Relate nor a FlexRelate/],
    [
      'a choice of a field that does not exist',
      { choices: [{ label: 'Open', set: { lid: 1 } }] },
      /choices\/0\/set\/lid there is no field lid/,
    ],
    ['a done value of a field that does not exist', { done: { lid: null } }, /homeLists\/0\/done\/lid there is no field lid/],
    ['a done value that clears a required field', { done: { name: null } }, /done\/name name is required and cannot be cleared/],
    ['a choice of a read-only field', { choices: [{ label: 'Open', set: { createdAt: '' } }] }, /createdAt is read-only or internal/],
    ['a date that is moved although it is past', { dateIs: 'since', snooze: true }, /\/homeLists\/0\/snooze/],
    ['days without waiting', { lateAfterDays: 3 }, /lateAfterDays requires dateIs "since"/],
  ])('rejects a list of the first page with %s', async (_, change, cause) => {
    const fields: FieldDefinition[] = [{ id: 'x_due', fieldName: 'due', label: 'Due', inputType: 'Date' }];
    const list = { id: 'late', label: 'Late', place: 'main', filter: { due: { range: { lte: { $: 'today' } } } }, date: 'due' } as const;
    const withLists = (...homeLists: object[]): ModuleDefinition => ({ ...crate, fields, homeLists }) as ModuleDefinition;
    expect(await problemsWith(withLists(list, { ...list, id: 'other' }))).toEqual([]);
    expect(await problemsWith(withLists({ ...list, ...change }))).toEqual([expect.stringMatching(cause)]);
    expect(await problemsWith(withLists(list, list))).toEqual([expect.stringMatching(/\/homeLists\/1\/id two lists have the id late/)]);
  });

  it('accepts routes that continue each other', async () => {
    expect(
      await problemsWith({ ...crate, route: '/crates', otherRoutes: ['/crate/details'] }, { ...pallet, route: '/crates/pallets' }),
    ).toEqual([]);
  });
});
