import { useMemo, useState } from 'react';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { describeValue, type ReadableValue } from '../../../headless/form/index.ts';
import { Button, t } from '../../../kit/index.ts';

/** More entries than this are shown on request. */
const SHOWN = 6;

/** A list whose entries have more properties is not shown as a table. */
const MAX_COLUMNS = 5;

/** The value on one line; undefined: it has names, and so several lines. */
function plainText(value: ReadableValue): string | undefined {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'flag') return t(value.on ? 'settings.on' : 'settings.off');
  if (value.kind === 'empty') return t('settings.empty');
  const texts = value.kind === 'list' ? value.items.map(plainText) : [undefined];
  return texts.includes(undefined) ? undefined : texts.join(', ');
}

/** A list of entries with the same names, each of one line, as rows; undefined: it is none. */
function toTable(value: ReadableValue): { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined {
  if (value.kind !== 'list') return undefined;
  const named = value.items.flatMap((item) => (item.kind === 'named' ? [item.entries] : []));
  const columns = [...new Set(named.flatMap((entries) => entries.map(({ name }) => name)))];
  if (named.length < value.items.length || columns.length > MAX_COLUMNS) return undefined;
  const rows = named.map((entries) => columns.map((column) => toCell(entries.find(({ name }) => name === column)?.value)));
  return rows.some((row) => row.includes(undefined)) ? undefined : { columns, rows: rows as readonly (readonly string[])[] };
}

function toCell(value: ReadableValue | undefined): string | undefined {
  return value === undefined || value.kind === 'empty' ? '' : plainText(value);
}

function EntryTable({ columns, rows }: NonNullable<ReturnType<typeof toTable>>) {
  return (
    <table className="ma-setting-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, at) => (
              <td key={columns[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entries({ value }: { readonly value: ReadableValue }) {
  const text = plainText(value);
  if (text !== undefined) return <p className={value.kind === 'empty' ? 'ma-note' : 'ma-setting-text'}>{text}</p>;
  if (value.kind === 'image') return <img className="ma-setting-image" src={value.source} alt={t('settings.image')} />;
  if (value.kind === 'named')
    return (
      <dl className="ma-setting-named">
        {value.entries.map((entry) => (
          <div key={entry.name}>
            <dt>{entry.name}</dt>
            <dd>
              <Entries value={entry.value} />
            </dd>
          </div>
        ))}
      </dl>
    );
  if (value.kind !== 'list') return null;
  const table = toTable(value);
  if (table !== undefined) return <EntryTable {...table} />;
  return (
    <ol className="ma-setting-items">
      {value.items.map((item, index) => (
        <li key={index}>
          <Entries value={item} />
        </li>
      ))}
    </ol>
  );
}

/** How many entries a value has, and the first of them. */
function shorten(value: ReadableValue): { readonly count: number; readonly first: ReadableValue } {
  if (value.kind === 'named') return { count: value.entries.length, first: { ...value, entries: value.entries.slice(0, SHOWN) } };
  if (value.kind === 'list' && plainText(value) === undefined)
    return { count: value.items.length, first: { ...value, items: value.items.slice(0, SHOWN) } };
  return { count: 0, first: value };
}

interface SettingValueProps {
  readonly schema: JsonObject | null;
  readonly value: JsonValue;
}

/** The value of a setting in words: never as JSON. */
export function SettingValue({ schema, value }: SettingValueProps) {
  const [isWhole, setWhole] = useState(false);
  const readable = useMemo(() => describeValue(schema ?? {}, value), [schema, value]);
  const { count, first } = shorten(readable);
  return (
    <>
      <Entries value={isWhole ? readable : first} />
      {count > SHOWN && (
        <Button variant="quiet" size="sm" className="ma-setting-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('settings.less') : t('settings.everything', { count })}
        </Button>
      )}
    </>
  );
}
