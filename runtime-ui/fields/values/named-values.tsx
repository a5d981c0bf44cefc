import { readSingleValue, singleTypeOf } from '#engine/model/field-types';
import { toWords, type JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { findField, getItemLabel, isObject, resolveItem, type RecordValues } from '../../headless/index.ts';
import { namedParts, textOf } from './format-value.ts';
import { WithNamedModule } from './named-module.tsx';
import { JsonValueText, TagsValue, TextValue } from './simple-values.tsx';
import { StoredValue } from './stored-value.tsx';
import type { ValueProps } from './value-props.ts';
import '../styles/rows.css';

type NamedProps = ValueProps & { readonly record: RecordValues };
type OfModule = NamedProps & { readonly of: ModuleView };

function labelOf(module: ModuleView, name: string): string {
  const item = resolveItem(module, { fieldName: name });
  return item === undefined ? toWords(name) : getItemLabel(item);
}

function PlainNames(props: ValueProps) {
  return Array.isArray(props.value) ? <TagsValue {...props} /> : <TextValue {...props} value={textOf(props.value)} />;
}

/** The labels of the fields that a value names. */
function FieldLabels({ of, ...props }: OfModule) {
  const { value } = props;
  // Labels are shown as they are.
  const { fieldsOf: _, ...field } = props.field;
  const labels = [value].flat().map((one: JsonValue) => labelOf(of, textOf(one)));
  return <PlainNames {...props} field={field} value={Array.isArray(value) ? labels : (labels[0] ?? '')} />;
}

/** A value of the field that another field of the record names. */
function ValueOfNamed({ of, ...props }: OfModule) {
  const { field, value, look, record } = props;
  const named = findField(of, textOf(record[field.valueFor ?? '']));
  const inputType = named && singleTypeOf(named.inputType);
  const read = inputType && readSingleValue(inputType, textOf(value));
  return named === undefined || inputType === undefined || read === undefined ? (
    <TextValue {...props} />
  ) : (
    <StoredValue module={of} field={{ ...named, inputType }} value={read} look={look} />
  );
}

/** The values of the fields after which the properties of an object are named. */
function Properties({ of, ...props }: OfModule) {
  const { field, value, look } = props;
  if (!isObject(value)) return <JsonValueText {...props} />;
  const parts = namedParts(value).map(([name, inner]) => ({
    name,
    label: labelOf(of, name),
    shown: <StoredValue module={of} field={findField(of, name) ?? field} value={inner} look={look} />,
  }));
  if (look === 'cell')
    return (
      <span className="mv-list">
        {parts.map(({ name, label, shown }) => (
          <span key={name} className="mv-property">
            <span className="mv-value-label">{label}</span>
            {shown}
          </span>
        ))}
      </span>
    );
  return (
    <dl className="mf-entry-list" aria-label={field.label}>
      {parts.map(({ name, label, shown }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A value that names fields of a module, or is one of such a field; as words while the module is not known. */
export function NamedFieldValue(props: NamedProps) {
  const { module, field, look, record } = props;
  const { valueFor, propertiesOf, fieldsElseOf } = field;
  const [Shown, Plain, by] =
    valueFor !== undefined
      ? ([ValueOfNamed, TextValue, findField(module, valueFor) ?? {}] as const)
      : propertiesOf !== undefined
        ? ([Properties, JsonValueText, { fieldsOf: propertiesOf, ...(fieldsElseOf === undefined ? {} : { fieldsElseOf }) }] as const)
        : ([FieldLabels, PlainNames, field] as const);
  return (
    <WithNamedModule module={module} by={by} record={record} isRow={look === 'cell'}>
      {(named) => (named.module === undefined ? <Plain {...props} /> : <Shown {...props} of={named.module} />)}
    </WithNamedModule>
  );
}
