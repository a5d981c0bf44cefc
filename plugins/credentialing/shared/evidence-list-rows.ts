import type { ExcludedPerson } from './evidence-exclusion.ts';

/** Columns of the list of the OIG without which nobody can be compared. */
const NEEDED_COLUMNS = ['LASTNAME', 'FIRSTNAME', 'DOB', 'EXCLTYPE', 'EXCLDATE'] as const;

/** Reads lines of the list by the columns that its first line names. */
export type RowReader = (cells: readonly string[]) => ExcludedPerson | 'skipped' | 'unreadable';

/** The reader for a first line; else the columns that it lacks. */
export function createRowReader(head: readonly string[]): RowReader | { readonly missing: readonly string[] } {
  const columns = new Map(
    head.map((name, index) => [
      name
        .replace(/^\uFEFF/, '')
        .trim()
        .toUpperCase(),
      index,
    ]),
  );
  const missing = NEEDED_COLUMNS.filter((name) => !columns.has(name));
  if (missing.length > 0) return { missing };
  return (cells) => {
    const cell = (name: string): string => cells[columns.get(name) ?? -1]?.trim() ?? '';
    if (cells.length !== head.length || !/^\d*$/.test(cell('DOB')) || !/^\d{8}$/.test(cell('EXCLDATE'))) return 'unreadable';
    // Businesses have no last name. Who is reinstated is excluded no more.
    return cell('LASTNAME') === '' || toDay(cell('REINDATE')) !== '' ? 'skipped' : readPerson(cell);
  };
}

function readPerson(cell: (name: string) => string): ExcludedPerson {
  return {
    lastName: cell('LASTNAME'),
    firstName: cell('FIRSTNAME'),
    middleName: cell('MIDNAME'),
    birthDate: toDay(cell('DOB')),
    npi: /^[12]\d{9}$/.test(cell('NPI')) ? cell('NPI') : '',
    address: [cell('ADDRESS'), cell('CITY'), `${cell('STATE')} ${cell('ZIP')}`.trim()].filter((part) => part !== '').join(', '),
    specialty: [cell('GENERAL'), cell('SPECIALTY')].filter((part) => part !== '').join(', '),
    type: cell('EXCLTYPE'),
    excludedOn: toDay(cell('EXCLDATE')),
    waivedOn: toDay(cell('WAIVERDATE')),
  };
}

/** `20190418` as a day; zeros and days that do not exist are ''. */
function toDay(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return '';
  const written = `${year}-${month}-${day}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written) ? written : '';
}
