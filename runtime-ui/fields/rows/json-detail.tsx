import { toWords, type JsonObject, type JsonValue } from '#engine/model/values';
import { isObject } from '../../headless/index.ts';
import { formatJson, namedParts } from '../values/format-value.ts';
import { listColumns, readRows } from './row-list.ts';

interface JsonDetailProps {
  readonly value: JsonValue;
  readonly label: string;
}

/** The bounds of a range, as in filters. */
const BOUNDS: { readonly [name: string]: string } = { gte: 'From', gt: 'After', lte: 'Until', lt: 'Before' };

function labelOf(name: string): string {
  return BOUNDS[name] ?? toWords(name);
}

/** Shows any JSON as people read it: a list of flat entries as a table, an object with its labels, anything else as text. */
export function JsonDetail({ value, label }: JsonDetailProps) {
  if (isObject(value)) return <PropertyList value={value} label={label} />;
  const rows = readRows(value);
  if (rows !== undefined) return <RowTable rows={rows} label={label} />;
  if (!Array.isArray(value) || !value.some((entry: JsonValue) => typeof entry === 'object'))
    return <span className="mv-text">{formatJson(value)}</span>;
  return (
    <ul className="mf-json-items" aria-label={label}>
      {(value as readonly JsonValue[]).map((entry, at) => (
        <li key={at}>
          <JsonDetail value={entry} label={`${label} ${at + 1}`} />
        </li>
      ))}
    </ul>
  );
}

function PropertyList({ value, label }: { readonly value: JsonObject; readonly label: string }) {
  return (
    <dl className="mf-entry-list" aria-label={label}>
      {namedParts(value).map(([name, inner]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <JsonDetail value={inner} label={labelOf(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RowTable({ rows, label }: { readonly rows: NonNullable<ReturnType<typeof readRows>>; readonly label: string }) {
  const columns = listColumns(rows).filter((name) => name !== '_id');
  return (
    <div className="mf-json-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column} data-figure={typeof row[column] === 'number' || undefined}>
                  {formatJson(row[column] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
