import { MoveRight } from 'lucide-react';
import type { JsonValue } from '#engine/model/values';
import type { AccessValues, ComparedField, FieldView, ModuleView, ValueLevel } from '#engine/model/wire';
import { FieldValue } from '../../fields/values/index.ts';
import { isEmptyValue, isObject } from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';

/** A record as a user sees it, as it is published and with a draft; without a draft both are the same. Undefined: it is not read yet. */
export interface ComparedValues {
  readonly before: AccessValues | undefined;
  readonly after: AccessValues | undefined;
}

/** The value of a field that a user sees. */
interface SeenValue {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  readonly record: NonNullable<AccessValues['seen']>['record'];
  readonly isMasked: boolean;
}

interface FieldValuesProps {
  readonly field: ComparedField;
  readonly values: ComparedValues;
  readonly isCompared: boolean;
  /** Name of the user who sees the values. */
  readonly reader: string;
}

/** The value of a field as the user sees it, with that before a draft where they differ; nothing for a field that is never seen. */
export function FieldValues({ field, values, isCompared, reader }: FieldValuesProps) {
  const after = readSeen(values.after, (one) => one.fieldName === field.name, field.after, reader);
  const id = after?.field.id;
  // A draft may rename a field.
  const isSame = (one: FieldView) => (id === undefined ? one.fieldName === field.name : one.id === id);
  const before = readSeen(values.before, isSame, field.before, reader);
  const isChanged = isCompared && values.before !== undefined && values.after !== undefined && textOf(before) !== textOf(after);
  if (after === undefined && !(isChanged && before !== undefined)) return null;
  return (
    <div className="mv-overview-value">
      {isChanged && (
        <>
          <Seen seen={before} />
          <Icon of={MoveRight} size={14} />
          <span className="ms-visually-hidden">{t('views.explained.withDraft')}</span>
        </>
      )}
      <Seen seen={after} />
    </div>
  );
}

function readSeen(
  values: AccessValues | undefined,
  isWanted: (field: FieldView) => boolean,
  level: ValueLevel,
  reader: string,
): SeenValue | undefined {
  const seen = values?.seen;
  const field = seen?.module.fields.find(isWanted);
  if (!seen || field === undefined || level === 'none') return undefined;
  const { module, record } = seen;
  return { module, record, field, value: nameReader(record[field.fieldName], reader), isMasked: level === 'masked' };
}

/** The records of a value that are hidden are hidden from its reader, not from the admin who looks at it. */
function nameReader(value: JsonValue | undefined, reader: string): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((one: JsonValue) => nameReader(one, reader) ?? null);
  if (!isObject(value)) return value;
  if (value['hidden'] === true && typeof value['_id'] === 'string') return { ...value, hiddenFrom: reader };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, nameReader(one, reader) ?? null]));
}

/** Two values look the same if their texts are equal. */
function textOf(seen: SeenValue | undefined): string {
  return seen === undefined ? '' : JSON.stringify([seen.field.inputType, seen.value ?? null, seen.isMasked]);
}

function Seen({ seen }: { readonly seen: SeenValue | undefined }) {
  if (seen === undefined) return <span className="ms-muted">{t('views.explained.noValue')}</span>;
  const { module, field, value, record, isMasked } = seen;
  // A mask is a text, whatever the type of the field.
  if (isMasked && typeof value === 'string') return <span aria-label={t('views.explained.masked')}>{value}</span>;
  const isEmpty = isEmptyValue(value);
  return <FieldValue module={module} field={field} value={value} record={record} look={isEmpty ? 'detail' : 'cell'} />;
}
