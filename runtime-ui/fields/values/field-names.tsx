import type { JsonValue } from '#engine/model/values';
import { useModule, type RecordValues } from '../../headless/index.ts';
import { TagsValue, TextValue } from './simple-values.tsx';
import { textOf } from './format-value.ts';
import type { ValueProps } from './value-props.ts';

type FieldNamesProps = ValueProps & { readonly record: RecordValues };

/** The labels of the fields that a value names; as words while their module is not known. */
export function FieldNames(props: FieldNamesProps) {
  const named = props.record[props.field.fieldsOf ?? ''];
  return typeof named === 'string' ? <LabelsOfModule {...props} name={named} /> : <Names {...props} />;
}

function LabelsOfModule({ name, ...props }: FieldNamesProps & { readonly name: string }) {
  const { module } = useModule(name);
  const labelOf = (one: JsonValue): JsonValue => module?.fields.find(({ fieldName }) => fieldName === one)?.label ?? one;
  if (module === undefined) return <Names {...props} />;
  const { value } = props;
  // Labels are shown as they are.
  const { fieldsOf: _, ...field } = props.field;
  return <Names {...props} field={field} value={Array.isArray(value) ? (value as readonly JsonValue[]).map(labelOf) : labelOf(value)} />;
}

function Names(props: ValueProps) {
  return Array.isArray(props.value) ? <TagsValue {...props} /> : <TextValue {...props} value={textOf(props.value)} />;
}
