import { cleanup, render, screen } from '@testing-library/react';
import { createElement, type ComponentType } from 'react';
import { afterEach, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { listColumns, NO_PREFERENCES } from '../../headless/index.ts';
import { gridColumns } from './grid-columns.tsx';

afterEach(cleanup);

it('says in the header of a column that a preview cannot sort by when it can be sorted', () => {
  const module = fixtureModule({
    fields: [
      fixtureField('TextField', { fieldName: 'name' }),
      fixtureField('Number', { fieldName: 'total', label: 'Total', sortedLater: true, sortable: false }),
    ],
  });
  const columns = gridColumns(module, listColumns(module, NO_PREFERENCES), { sortField: 'name', sortOrder: 'asc' }, {});
  const [name, total] = ['name', 'total'].map((id) => columns.find(({ colId }) => colId === id));
  expect(name).toMatchObject({ sortable: true });
  expect(name?.headerComponent).toBeUndefined();
  expect(total).toMatchObject({ sortable: false, headerName: 'Total' });
  render(createElement(total?.headerComponent as ComponentType<{ readonly displayName: string }>, { displayName: 'Total' }));
  const reason = 'Sorting and filtering by this are possible once the draft is published.';
  expect(screen.getByTitle(reason).textContent).toBe(`Total${reason}`);
});
