import { describe, expect, it } from 'vitest';
import { compareNames } from '../shared/evidence-names.ts';
import { compareValue, type ComparedRecord } from '../shared/reading-comparison.ts';
import { findDates } from '../shared/reading-dates.ts';
import { proposeValues } from '../shared/reading-proposals.ts';
import { isNpi, type PageWord, type ReadingField, type ReadPage } from '../shared/reading.ts';

const HINTS = { name: 'Silas Monteverde', today: '2026-11-24' };

/** A page of 1,000 by 1,000 with texts at places; each character is 10 wide, a line 20 high. */
function pageOf(...texts: readonly (readonly [left: number, top: number, text: string])[]): ReadPage {
  const words = texts.flatMap(([left, top, text]) => {
    let at = left;
    return text.split(' ').map((word): PageWord => {
      const placed = { text: word, left: at, top, right: at + word.length * 10, bottom: top + 20, confidence: 1 };
      at = placed.right + 10;
      return placed;
    });
  });
  return { number: 1, width: 1_000, height: 1_000, words };
}

const valuesOf = (page: ReadPage) => proposeValues([page], HINTS).map(({ field, value, label }) => [field, value, label]);

describe('Values of a page', () => {
  it('are found with labels above, beside and before them, each with its place', () => {
    const card = pageOf(
      [20, 100, 'This certifies that'],
      [20, 130, 'Silas R. Monteverde'],
      [20, 300, 'Issued'],
      [300, 300, 'Renew by'],
      [600, 300, 'Card number'],
      [20, 330, 'Oct 14, 2026'],
      [300, 330, 'Oct 31, 2028'],
      [600, 330, '245 719 0318'],
    );
    expect(valuesOf(card)).toEqual([
      ['name', 'Silas R. Monteverde', ''],
      ['issue_date', '2026-10-14', 'Issued'],
      ['end_date', '2028-10-31', 'Renew by'],
      ['number', '245 719 0318', 'Card number'],
    ]);
    expect(proposeValues([card], HINTS).at(-1)).toMatchObject({ page: 1, box: { x: 0.6, y: 0.33, width: 0.12, height: 0.02 } });
    const license = pageOf(
      [20, 100, 'Licensee: Mara Quill'],
      [20, 140, 'License No. RN.412345 Expires 10/2028'],
      [20, 180, 'NPI'],
      [300, 180, '1234567893'],
      [20, 220, 'Date of birth 02/03/1990 Phone number 555 010 2030'],
      [20, 260, 'Effective date'],
      [300, 260, '1 February 2026'],
    );
    expect(valuesOf(license)).toEqual([
      ['name', 'Mara Quill', 'Licensee'],
      ['issue_date', '2026-02-01', 'Effective date'],
      ['end_date', '2028-10-31', 'Expires'],
      ['number', 'RN.412345', 'License No.'],
      ['npi', '1234567893', 'NPI'],
    ]);
  });

  it('are unsure without a label, and are no days that do not exist', () => {
    expect(proposeValues([pageOf([20, 20, 'Ohio 2030-05-06'], [20, 80, 'Seen 2020-05-06'])], HINTS)).toMatchObject([
      { field: 'end_date', value: '2030-05-06', label: '', confidence: 0.4 },
    ]);
    expect(findDates('02/30/2027, 13/01/2027, Feb 29th, 2028 and 3/4/61').map(({ day }) => day)).toEqual(['2028-02-29', '1961-03-04']);
  });

  it('are compared with the record', () => {
    const record: ComparedRecord = {
      ...HINTS,
      assignmentEnd: '2027-05-28',
      numberUses: new Map([
        ['A1', [{ name: 'Ann Lee' }]],
        ['1234567893', [{ name: '' }]],
      ]),
    };
    const textOf = (field: ReadingField, value: string): string => compareValue(field, value, record).text;
    expect([
      textOf('name', 'Silas R. Monteverde'),
      textOf('name', 'Sylas Monteverde'),
      textOf('name', 'Mara Quill'),
      textOf('issue_date', '2026-10-14'),
      textOf('issue_date', '2027-10-14'),
      textOf('end_date', '2028-10-31'),
      textOf('end_date', '2026-12-15'),
      textOf('end_date', '2025-12-15'),
      textOf('number', 'B-2'),
      textOf('number', 'a-1'),
      textOf('npi', '1234567893'),
      textOf('npi', '1234567890'),
    ]).toEqual([
      'Same as on the record',
      'Similar to Silas Monteverde',
      'The record says Silas Monteverde',
      'Not in the future',
      'In the future',
      '17 months after the assignment',
      'Ends inside the assignment, which ends on May 28, 2027',
      'Ended already',
      'Not used by another person',
      'Used by Ann Lee',
      'Used by another person',
      'The check digit is wrong',
    ]);
    expect([compareNames('Bob Lee', 'Lee, Robert'), compareNames('José Núñez', 'Jose Nunez'), isNpi('1245319599')]).toEqual([
      'similar',
      'same',
      true,
    ]);
  });
});
