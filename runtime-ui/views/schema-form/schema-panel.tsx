// Not imported from the package entry point, which depends on a validator that compiles schemas.
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useId, useMemo } from 'react';
import type { JsonObject } from '#engine/model/values';
import { toIssueSchema } from '../../headless/form/index.ts';
import { FormScopeContext } from './form-scope.ts';
import { FORM_REGISTRY } from './registry.tsx';
import { FORM_DEFAULTS, FORM_VALIDATOR, useUnreadable, type FormValues } from './use-schema-form.ts';
import '../styles/schema-form.css';

/** Props of a panel of properties that a JSON Schema describes. */
export interface SchemaPanelProps {
  /** JSON Schema draft 7 of an object. The same object as long as it is the same schema. */
  readonly schema: JsonObject;
  /** The values of the properties; the panel keeps none of its own. */
  readonly values: FormValues;
  /**
   * Called with all values after each change, valid or not: a problem is shown at its property, and nothing is submitted.
   * A property without a value is missing.
   */
  readonly onChange: (values: FormValues) => void;
  /** What a refused save said about the properties, by their names. Default: nothing. */
  readonly issues?: { readonly [property: string]: readonly { readonly message: string }[] };
}

const NO_FIELDS = {};

/**
 * Properties whose changes count at once, such as those beside a preview: rendered and validated as a form that a JSON Schema describes, but
 * without a save of its own.
 */
export function SchemaPanel({ schema: given, values, onChange, issues }: SchemaPanelProps) {
  const schema: RJSFSchema = given;
  const id = useId().replace(/[^\w-]/g, '');
  const { unreadable, reportUnreadable } = useUnreadable();
  const extraErrors = useMemo(() => {
    const names = Object.keys(schema.properties ?? {});
    const refused = names.flatMap((name) => (issues?.[name] ?? []).map(({ message }) => ({ path: [name], message })));
    return toIssueSchema([...refused, ...unreadable]);
  }, [schema, issues, unreadable]);
  const scope = useMemo(() => ({ values, customFields: NO_FIELDS, reportUnreadable }), [values, reportUnreadable]);
  return (
    <FormScopeContext value={scope}>
      <div className="mv-schema-form">
        <Form
          id={id}
          // The panel may be part of another form.
          tagName="div"
          schema={schema}
          validator={FORM_VALIDATOR}
          formData={values}
          onChange={({ formData }) => onChange((formData ?? {}) as FormValues)}
          widgets={FORM_REGISTRY.widgets}
          fields={FORM_REGISTRY.fields}
          templates={FORM_REGISTRY.templates}
          idPrefix={id}
          idSeparator="/"
          liveValidate="onChange"
          showErrorList={false}
          experimental_defaultFormStateBehavior={FORM_DEFAULTS}
          extraErrors={extraErrors}
        >
          {/* No button: nothing is submitted. */}
          <></>
        </Form>
      </div>
    </FormScopeContext>
  );
}
