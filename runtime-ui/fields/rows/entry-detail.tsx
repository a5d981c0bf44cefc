import { toWords, type JsonObject, type JsonValue } from '#engine/model/values';
import type { ModuleView, FieldView } from '#engine/model/wire';
import { entryColumnsOf, readEntries, shownColumnsOf, type RecordValues } from '../../headless/index.ts';
import { FieldValue, isNumericField } from '../values/field-value.tsx';
import { JsonDetail } from './json-detail.tsx';
import { OperandValue, type OperandValueProps } from './operand-value.tsx';

interface EntryDetailProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
  /** The record of the value. */
  readonly record?: RecordValues | undefined;
}

/** Names of stored values that are no column: their columns were removed. */
function listOthers(field: FieldView, entries: readonly JsonObject[]): readonly string[] {
  const names = new Set(entryColumnsOf(field).map(({ fieldName }) => fieldName));
  return [...new Set(entries.flatMap((entry) => Object.keys(entry)))].filter((name) => !names.has(name));
}

function EntryValue(props: OperandValueProps) {
  const { module, column, entry, record } = props;
  if (column.operandOf !== undefined) return <OperandValue {...props} />;
  return <FieldValue module={module} field={column} value={entry[column.fieldName]} look="detail" record={record} />;
}

function EntryTable({ module, field, entries, record }: Omit<EntryDetailProps, 'value'> & { readonly entries: readonly JsonObject[] }) {
  const columns = shownColumnsOf(field);
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
                {toWords(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.id} data-figure={isNumericField(column) || undefined}>
                  <EntryValue module={module} columns={columns} column={column} entry={entry} record={record} />
                </td>
              ))}
              {others.map((name) => (
                <td key={name}>
                  <JsonDetail value={entry[name] ?? null} label={toWords(name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryList({ module, field, entry, record }: Omit<EntryDetailProps, 'value'> & { readonly entry: JsonObject }) {
  const columns = shownColumnsOf(field);
  return (
    <dl className="mf-entry-list" aria-label={field.label}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <EntryValue module={module} columns={columns} column={column} entry={entry} record={record} />
          </dd>
        </div>
      ))}
      {listOthers(field, [entry]).map((name) => (
        <div key={name}>
          <dt>{toWords(name)}</dt>
          <dd>
            <JsonDetail value={entry[name] ?? null} label={toWords(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the value of a field with an entry schema: a table of its entries; for an Object, its labels and values. */
export function EntryDetail({ module, field, value, record }: EntryDetailProps) {
  const entries = readEntries(value);
  const [entry = {}] = entries;
  return field.inputType === 'Object' ? (
    <EntryList module={module} field={field} entry={entry} record={record} />
  ) : (
    <EntryTable module={module} field={field} entries={entries} record={record} />
  );
}
