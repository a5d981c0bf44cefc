import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { breakAddress, formatValue } from '../../fields/values/index.ts';
import {
  findDropdown,
  isEmptyValue,
  isObject,
  nameEntryLinks,
  readEntries,
  readRelate,
  type RecordValues,
  toWireValue,
} from '../../headless/index.ts';
import { Avatar, StatusPill, t } from '../../kit/index.ts';
import { valueIn, type MergeColumn } from './merge-columns.ts';
import { addressesIn, type MergeRow } from './merge-rows.ts';

/** Record names by id, from all sources. */
export type KnownNames = ReadonlyMap<string, string>;

const entriesOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined || value === null ? [] : [value];

/** Collects names from the populated relates of the columns; a draft contains only ids. */
export function collectNames(columns: readonly MergeColumn[], known: Iterable<readonly [string, string]>): KnownNames {
  const names = new Map(known);
  const values = columns.flatMap((column) => Object.values(column.values));
  // Entries contain relates too.
  for (const value of [...values, ...values.flatMap(readEntries).flatMap((entry) => Object.values(entry))]) {
    for (const entry of entriesOf(value))
      if (isObject(entry) && typeof entry._id === 'string' && typeof entry.name === 'string') names.set(entry._id, entry.name);
  }
  return names;
}

/** Ids of a module's records in the relates of a draft, for loading their names. */
export function listRelatedIds(module: ModuleView, draft: RecordValues | undefined, refers: string): readonly string[] {
  const relating = module.fields.filter((field) => field.inputType === 'Relate' && field.refs.includes(refers));
  return relating.map((field) => readRelate(draft?.[field.fieldName])?._id).filter((id) => id !== undefined);
}

function nameEntry(entry: JsonValue, names: KnownNames): JsonValue {
  const id = readRelate(entry)?._id;
  const name = id === undefined ? undefined : names.get(id);
  return id === undefined || name === undefined ? entry : { _id: id, name };
}

function named(field: FieldView, value: JsonValue | undefined, names: KnownNames): JsonValue | undefined {
  if (field.entry !== undefined) return nameEntryLinks(field, value, names);
  if (field.inputType === 'Relate') return value === undefined || value === null ? value : nameEntry(value, names);
  return field.inputType === 'MultiRelate' ? entriesOf(value).map((entry) => nameEntry(entry, names)) : value;
}

/** A cell's value as text, for the label of its button. */
export function formatCell(module: ModuleView, row: MergeRow, column: MergeColumn, names: KnownNames): string {
  const texts = row.fields.map((field) =>
    isEmptyValue(toWireValue(field, valueIn(column, field.fieldName)))
      ? ''
      : formatValue(module, field, named(field, valueIn(column, field.fieldName), names)),
  );
  return texts.filter((text) => text !== '').join(' ') || t('views.merge.empty');
}

interface ValueTextProps {
  readonly module: ModuleView;
  readonly row: MergeRow;
  readonly column: MergeColumn;
  readonly names: KnownNames;
  /** The addresses that the primary record lacks: the cell adds them. */
  readonly toAdd?: readonly string[];
}

/** The first address and the number of others. */
function AddressText({ row, column, toAdd = [] }: ValueTextProps) {
  const shown = toAdd.length > 0 ? toAdd : addressesIn(row, column);
  return (
    <>
      <span className="ms-clip" title={shown.join(', ')}>
        {breakAddress(shown[0] ?? '')}
      </span>
      {shown.length > 1 && <span className="mg-more">, +{shown.length - 1}</span>}
    </>
  );
}

/** A cell's value: a pill for a status, an avatar for a person, otherwise text. Without links, because the cell itself is a button. */
export function ValueText(props: ValueTextProps) {
  const { module, row, column, names } = props;
  const text = formatCell(module, row, column, names);
  const [field] = row.fields;
  if (text === t('views.merge.empty') || field === undefined) return <span className="ms-muted">{text}</span>;
  if (row.isAdditive) return <AddressText {...props} />;
  const value = valueIn(column, field.fieldName);
  const option = findDropdown(module, field)?.options.find((one) => one.value === value);
  if (field.inputType === 'Dropdown' && option?.hue !== undefined) return <StatusPill label={text} hue={option.hue} />;
  if (field.inputType === 'Relate' && field.refs.includes('users'))
    return (
      <span className="mg-person">
        <Avatar name={text} size={18} />
        <span className="ms-clip">{text}</span>
      </span>
    );
  return <span className="ms-clip">{text}</span>;
}
