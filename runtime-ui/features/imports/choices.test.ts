import { describe, expect, it } from 'vitest';
import { makeImport } from '../../../tests/support/import-server.ts';
import { addCorrection, areRivals, changeOptions, chooseField, findPendingText, removeCorrection, showChoices } from './choices.ts';

const NONE = { cells: [], values: [] };

describe('The choice of a field', () => {
  const columns = [
    { index: 0, field: 'title' },
    { index: 1, field: 'built', dateOrder: 'DMY' as const },
    { index: 2, field: null },
  ];

  it('leaves out the options of the field before, and the other column that had the same field', () => {
    expect(chooseField(columns, 1, 'title')).toEqual([
      { index: 0, field: null },
      { index: 1, field: 'title' },
      { index: 2, field: null },
    ]);
    expect(chooseField(columns, 1, 'built')).toEqual(columns);
  });

  it('knows that an address and its parts cannot be imported together', () => {
    expect(areRivals('place', 'place.city')).toBe(true);
    expect(areRivals('place.city', 'place')).toBe(true);
    expect(areRivals('place.city', 'place.zip')).toBe(false);
    expect(areRivals(null, null)).toBe(false);
  });

  it('sets and removes options of one column', () => {
    expect(changeOptions(columns, 1, { dateOrder: undefined })[1]).toEqual({ index: 1, field: 'built' });
    expect(changeOptions(columns, 2, { linkBy: 'email', createMissing: true })[2]).toEqual({
      ...{ index: 2, field: null, linkBy: 'email', createMissing: true },
    });
  });

  it('is shown before it is stored, with the label of its field and without the problems of the one before', () => {
    const view = makeImport();
    const wrong = { ...view, columns: view.columns.map((column) => ({ ...column, problems: 2 })) };
    const fields = [{ field: 'port', label: 'Port', inputType: 'TextField', required: false, canMatch: false, matchOnly: false }];
    const { columns: shown } = showChoices(
      wrong,
      {
        columns: [
          { index: 0, field: 'title' },
          { index: 1, field: 'port' },
        ],
      },
      fields,
    );
    expect(shown.map(({ label, problems }) => [label, problems])).toEqual([
      [null, 2],
      ['Port', 0],
      [null, 2],
    ]);
  });
});

describe('Corrections', () => {
  const cell = { row: 3, column: 1, text: 'Slop' };

  it('are of one cell or of all cells with a text, and replace earlier ones', () => {
    const one = addCorrection(NONE, { ...cell, value: 'sloop', forAll: false });
    expect(one).toEqual({ cells: [{ row: 3, column: 1, value: 'sloop' }], values: [] });
    const all = addCorrection(one, { ...cell, value: 'ketch', forAll: true });
    expect(all).toEqual({ cells: [], values: [{ column: 1, text: 'Slop', value: 'ketch' }] });
    expect(addCorrection(all, { ...cell, value: null, forAll: true }).values).toEqual([{ column: 1, text: 'Slop', value: null }]);
  });

  it('are removed: that of the cell first, else that of all cells with its text', () => {
    const both = { cells: [{ row: 3, column: 1, value: 'sloop' }], values: [{ column: 1, text: 'Slop', value: 'ketch' }] };
    const rest = removeCorrection(both, 3, 1, 'sloop');
    expect(rest).toEqual({ cells: [], values: both.values });
    expect(removeCorrection(rest, 3, 1, 'ketch')).toEqual(NONE);
  });

  it('show the new text until it is checked', () => {
    const all = addCorrection(NONE, { ...cell, value: 'sloop', forAll: true });
    expect(findPendingText(all, { row: 9, column: 1, text: 'SLOP ' })).toBe('sloop');
    expect(findPendingText(all, { row: 9, column: 2, text: 'Slop' })).toBeUndefined();
    expect(findPendingText(addCorrection(all, { ...cell, value: null, forAll: false }), cell)).toBe('');
    expect(findPendingText(all, { row: 9, column: 1, text: 'sloop' })).toBeUndefined();
  });
});
