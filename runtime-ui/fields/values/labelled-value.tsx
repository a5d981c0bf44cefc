import type { ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import { readValue, type LayoutItem, type RecordValues } from '../../headless/index.ts';
import { FieldValue } from './field-value.tsx';

/** Types whose values do not say what they are. */
const UNCLEAR: readonly InputType[] = ['AutoIncrement', 'Currency', 'Date', 'DateTime', 'Number'];

interface LabelledValueProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly record: RecordValues;
}

/** A value in a line without column headers: days, times and numbers carry their label. */
export function LabelledValue({ module, item, record }: LabelledValueProps) {
  const { field, part, fieldName, label } = item;
  if (field === undefined) return null;
  return (
    <>
      {part === undefined && UNCLEAR.includes(field.inputType) && <span className="mv-value-label">{label}</span>}
      <FieldValue module={module} field={field} value={readValue(record, fieldName)} isPart={part !== undefined} record={record} />
    </>
  );
}
