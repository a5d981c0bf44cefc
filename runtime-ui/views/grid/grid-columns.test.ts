import { describe, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { listColumns, NO_PREFERENCES } from '../../headless/index.ts';
import { gridColumns } from './grid-columns.tsx';

const module = fixtureModule({
  fields: [
    fixtureField('TextField', { fieldName: 'name' }),
    fixtureField('Currency', { fieldName: 'rate', unit: 'an hour' }),
    fixtureField('Date', { fieldName: 'due', deadline: true, openWhen: true }),
  ],
});

describe('the columns of a grid', () => {
  it('are never too narrow for an amount with its unit, or for a day with how late it is', () => {
    const columns = gridColumns(module, listColumns(module, NO_PREFERENCES), { sortField: 'name', sortOrder: 'asc' }, {});
    const widthOf = (name: string) => columns.find(({ colId }) => colId === name)?.minWidth ?? 0;
    // '$91.00 an hour' and 'Nov 19 · 12 days late' at 13 px, with the padding of the cell.
    expect(widthOf('rate')).toBeGreaterThanOrEqual(130);
    expect(widthOf('due')).toBeGreaterThanOrEqual(150);
    expect(widthOf('name')).toBeLessThan(130);
  });
});
