import { describe, expect, it } from 'vitest';
import { createFixtureModule } from '#tests/support';
import type { JsonObject } from '../values/json.ts';
import { describeFilter } from './describe-filter.ts';

const module = createFixtureModule({
  name: 'things',
  fields: [
    { name: 'name', type: 'TextField' },
    { name: 'count', type: 'Number' },
    { name: 'on', type: 'Checkbox' },
    { name: 'day', type: 'Date' },
    { name: 'home', type: 'Address' },
    { name: 'up', type: 'Relate', refs: ['things'] },
    { name: 'kind', type: 'Dropdown', options: ['a', 'b'] },
  ],
  relations: [
    { name: 'up', direction: 'forward', modules: ['things'], fieldName: 'up', many: false, flex: false },
    { name: 'down', direction: 'reverse', modules: ['things'], fieldName: 'up', many: true, flex: false },
  ],
  indexes: [],
  contains: [],
});
const catalog = { version: 1, modules: new Map([['things', module]]), dropdowns: new Map() };
const label = (name: string): string => module.fields.get(name)?.label ?? name;
const option = (value: string): string => module.fields.get('kind')?.dropdown?.options.find((one) => one.value === value)?.label ?? value;

describe('A filter in words', () => {
  it.each<readonly [JsonObject, string]>([
    [{}, 'all records'],
    [{ kind: 'a' }, `${label('kind')} is ${option('a')}`],
    [{ kind: { in: ['a', 'b'] }, on: true }, `${label('kind')} is ${option('a')} or ${option('b')} and ${label('on')} is yes`],
    [{ name: null }, `${label('name')} is empty`],
    [{ name: { startsWith: 'A', contains: 'b' } }, `${label('name')} begins with 'A' and ${label('name')} contains 'b'`],
    [{ name: { exists: true } }, `${label('name')} is filled in`],
    [{ count: { range: { gte: 1, lt: 5 } } }, `${label('count')} is at least 1 and less than 5`],
    [{ day: { range: { gt: '2026-01-01' } } }, `${label('day')} is after '2026-01-01'`],
    [{ day: { range: { lte: { $: 'today', days: 7 } } } }, `${label('day')} is on or before 7 days after today`],
    [{ day: { equals: { $: 'today', days: -1 } } }, `${label('day')} is 1 day before today`],
    [{ up: { equals: { $: 'me' } } }, `${label('up')} is the user`],
    [{ or: [{ kind: 'a' }, { not: { on: true } }] }, `(${label('kind')} is ${option('a')} or not (${label('on')} is yes))`],
    [{ 'home.city': 'Rome' }, `${label('home')} (city) is 'Rome'`],
    [{ up: { related: { count: 1 } } }, `${label('up')} has a ${module.labelSingular.toLowerCase()} for which ${label('count')} is 1`],
  ])('%j', (filter, text) => {
    expect(describeFilter(filter, module, catalog)).toBe(text);
  });
});
