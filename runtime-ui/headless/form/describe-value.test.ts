import { expect, it } from 'vitest';
import { describeValue } from './describe-value.ts';

it('describes values as their schemas say it: options by title, numbers with unit or as dollars, flags, nothing', () => {
  const status = { oneOf: [{ const: 'new', title: 'New' }] };
  expect(describeValue(status, 'new')).toEqual({ kind: 'text', text: 'New' });
  expect(describeValue(status, 'gone')).toEqual({ kind: 'text', text: 'gone' });
  expect(describeValue({ 'x-unit': 'days' }, 36_500)).toEqual({ kind: 'text', text: '36,500 days' });
  expect(describeValue({ format: 'currency' }, 58.5)).toEqual({ kind: 'text', text: '$58.50' });
  expect(describeValue({}, false)).toEqual({ kind: 'flag', on: false });
  for (const empty of ['', null, [], {}]) expect(describeValue({}, empty)).toEqual({ kind: 'empty' });
});

it('describes lists and objects by the titles of their parts, and never as JSON', () => {
  const schema = {
    items: {
      properties: { title: { title: 'Title' }, max_size: { 'x-unit': 'MB' } },
      additionalProperties: { 'x-unit': 'hours' },
      propertyNames: { oneOf: [{ const: 'n', title: 'Night' }] },
    },
  };
  expect(describeValue(schema, [{ title: 'One', max_size: 5, n: 2 }])).toEqual({
    kind: 'list',
    items: [
      {
        kind: 'named',
        entries: [
          { name: 'Title', value: { kind: 'text', text: 'One' } },
          { name: 'Max size', value: { kind: 'text', text: '5 MB' } },
          { name: 'Night', value: { kind: 'text', text: '2 hours' } },
        ],
      },
    ],
  });
});
