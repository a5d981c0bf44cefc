import type { JsonValue } from '#engine/model/values';
import { t } from '../../kit/index.ts';
import { columnLabel, listColumns, readRows, type CellValue } from './row-list.ts';

const formatCell = (value: CellValue | undefined): string =>
  typeof value === 'boolean' ? t(value ? 'views.fields.yes' : 'views.fields.no') : String(value ?? '');

/** Shows a list of flat entries as a read-only table, anything else as JSON. */
export function JsonDetail({ value, label }: { readonly value: JsonValue; readonly label: string }) {
  const rows = readRows(value);
  if (rows === undefined) return <pre className="mv-json">{JSON.stringify(value, null, 2)}</pre>;
  const columns = listColumns(rows);
  return (
    <div className="mf-json-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnLabel(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column} data-figure={typeof row[column] === 'number' || undefined}>
                  {formatCell(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
