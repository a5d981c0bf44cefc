import type { ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { findField, getItemLabel, isRelating, resolveItem, type RecordValues } from '../../headless/index.ts';
import { TagsValue, TextValue } from './simple-values.tsx';
import { textOf } from './format-value.ts';
import { WithNamedModule } from './named-module.tsx';
import type { ValueProps } from './value-props.ts';

type FieldNamesProps = ValueProps & { readonly record: RecordValues };

/** The labels of the fields that a value names; as words while their module is not known. */
export function FieldNames(props: FieldNamesProps) {
  const { module, field, look, record } = props;
  const { fieldsOf = '' } = field;
  const source = findField(module, fieldsOf);
  // A list does not load a related record for each of its rows.
  if (look === 'cell' && source !== undefined && isRelating(source)) return <Names {...props} />;
  return (
    <WithNamedModule module={module} fieldsOf={fieldsOf} record={record}>
      {(named) => (named.module === undefined ? <Names {...props} /> : <LabelsOf {...props} of={named.module} />)}
    </WithNamedModule>
  );
}

function LabelsOf({ of, ...props }: FieldNamesProps & { readonly of: ModuleView }) {
  const labelOf = (one: JsonValue): JsonValue => {
    const item = resolveItem(of, { fieldName: textOf(one) });
    return item === undefined ? one : getItemLabel(item);
  };
  const { value } = props;
  // Labels are shown as they are.
  const { fieldsOf: _, ...field } = props.field;
  return <Names {...props} field={field} value={Array.isArray(value) ? (value as readonly JsonValue[]).map(labelOf) : labelOf(value)} />;
}

function Names(props: ValueProps) {
  return Array.isArray(props.value) ? <TagsValue {...props} /> : <TextValue {...props} value={textOf(props.value)} />;
}
