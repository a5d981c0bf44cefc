import type { JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { FieldValue } from '../../fields/values/index.ts';
import { isEmptyValue, nameEntryLinks, useEntryNames, type RecordValues } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

interface ChangedValueProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
  /** The values of the record at that time. */
  readonly record: RecordValues;
}

/** A value of the history that is read by other values of its record, such as the value of a field that another one names. */
export function ChangedValue({ module, field, value, record }: ChangedValueProps) {
  const names = useEntryNames(field, [value]);
  if (isEmptyValue(value)) return t('views.record.empty');
  return <FieldValue module={module} field={field} value={nameEntryLinks(field, value, names)} look="detail" record={record} />;
}
