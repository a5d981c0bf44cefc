import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ModuleView, FieldView } from '#engine/model/wire';
import { entryColumnsOf, readEntries } from '../../headless/index.ts';
import { FieldValue, isNumericField } from '../values/field-value.tsx';
import { textOf } from '../values/format-value.ts';
import { columnLabel } from './row-list.ts';

interface EntryDetailProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
}

/** Names of stored values that are no column: their columns were removed. */
function listOthers(field: FieldView, entries: readonly JsonObject[]): readonly string[] {
  const names = new Set(entryColumnsOf(field).map(({ fieldName }) => fieldName));
  return [...new Set(entries.flatMap((entry) => Object.keys(entry)))].filter((name) => !names.has(name));
}

function EntryTable({ module, field, entries }: Omit<EntryDetailProps, 'value'> & { readonly entries: readonly JsonObject[] }) {
  const columns = entryColumnsOf(field);
  const others = listOthers(field, entries);
  return (
    <div className="mf-json-table mf-entry-table" tabIndex={0} role="region" aria-label={field.label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-figure={isNumericField(column) || undefined}>
                {column.label}
              </th>
            ))}
            {others.map((name) => (
              <th key={name} scope="col">
                {columnLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.id} data-figure={isNumericField(column) || undefined}>
                  <FieldValue module={module} field={column} value={entry[column.fieldName]} look="detail" />
                </td>
              ))}
              {others.map((name) => (
                <td key={name}>{textOf(entry[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryList({ module, field, entry }: Omit<EntryDetailProps, 'value'> & { readonly entry: JsonObject }) {
  return (
    <dl className="mf-entry-list" aria-label={field.label}>
      {entryColumnsOf(field).map((column) => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <FieldValue module={module} field={column} value={entry[column.fieldName]} look="detail" />
          </dd>
        </div>
      ))}
      {listOthers(field, [entry]).map((name) => (
        <div key={name}>
          <dt>{columnLabel(name)}</dt>
          <dd>{textOf(entry[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the value of a field with an entry schema: a table of its entries; for an Object, its labels and values. */
export function EntryDetail({ module, field, value }: EntryDetailProps) {
  const entries = readEntries(value);
  const [entry = {}] = entries;
  return field.inputType === 'Object' ? (
    <EntryList module={module} field={field} entry={entry} />
  ) : (
    <EntryTable module={module} field={field} entries={entries} />
  );
}
