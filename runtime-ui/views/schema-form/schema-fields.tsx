import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import CoreSchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { useMemo } from 'react';
import type { JsonValue } from '#engine/model/values';
import { buildWrapperProps, VALUE_WIDGETS } from '../../fields/widgets/index.ts';
import { useFormScope } from './form-scope.ts';
import { addHints, readLabel } from './schema-hints.ts';

/** The field of rjsf, with what our formats say about how its value is edited. */
export function SchemaField(props: FieldProps<unknown>) {
  const { schema, uiSchema, formData, registry } = props;
  const resolved: RJSFSchema = schema.$ref === undefined ? schema : registry.schemaUtils.retrieveSchema(schema, formData);
  const hinted = useMemo(() => addHints(resolved, uiSchema), [resolved, uiSchema]);
  return <CoreSchemaField {...props} uiSchema={hinted} />;
}

/** A value of which the schema says nothing, as JSON. */
export function JsonField(props: FieldProps<unknown>) {
  const {
    schema,
    name,
    title,
    fieldPathId,
    formData,
    required = false,
    readonly = false,
    disabled = false,
    onChange,
    onBlur,
    rawErrors = [],
  } = props;
  const { reportUnreadable } = useFormScope();
  const label = readLabel(schema.title ?? title ?? name, name);
  const issues = rawErrors.map((message) => ({ message }));
  const Widget = VALUE_WIDGETS.json;
  return (
    <Widget
      field={{ label, refs: [], ...(schema.type === 'array' ? { inputType: 'Array' } : {}) }}
      value={formData as JsonValue | undefined}
      onChange={(value) => onChange(value, fieldPathId.path)}
      onBlur={() => onBlur(fieldPathId.$id, formData)}
      readOnly={readonly || disabled}
      wrapperProps={buildWrapperProps(fieldPathId.$id, { label, description: schema.description }, issues, required)}
      onParseError={(message) => reportUnreadable(fieldPathId.path, message)}
    />
  );
}

/** A property for which the form brings its own field. */
export function CustomField(props: FieldProps<unknown>) {
  const { schema, name, title, fieldPathId, formData, readonly = false, disabled = false, onChange, rawErrors = [] } = props;
  const { customFields, values } = useFormScope();
  const Field = customFields[name];
  return (
    Field && (
      <Field
        id={fieldPathId.$id}
        label={readLabel(schema.title ?? title ?? name, name)}
        description={schema.description}
        value={formData as JsonValue | undefined}
        onChange={(value) => onChange(value, fieldPathId.path)}
        values={values}
        readOnly={readonly || disabled}
        problems={rawErrors}
      />
    )
  );
}
