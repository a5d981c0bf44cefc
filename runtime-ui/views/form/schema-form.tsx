// Not by the main door, which asks for a validator that compiles.
import Form from '@rjsf/core/lib/components/Form.js';
import { useMemo } from 'react';
import { buildFormSchema, createJsonSchemaValidator } from '../../headless/form/index.ts';
import { FormScopeContext, type FormScope } from './form-context.ts';
import { BareFieldTemplate, SectionsTemplate } from './form-templates.tsx';
import { RecordField } from './record-field.tsx';

const VALIDATOR = createJsonSchemaValidator();
const FIELDS = { RecordField };
const TEMPLATES = { FieldTemplate: BareFieldTemplate, ObjectFieldTemplate: SectionsTemplate };
const DEFAULTS = { emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const;

/** The fields of a form, rendered by rjsf from the module's schema and layout. The draft is kept outside of it. */
export function SchemaForm({ scope }: { readonly scope: FormScope }) {
  const { schema, uiSchema } = useMemo(() => buildFormSchema(scope.module, scope.sections), [scope.module, scope.sections]);
  return (
    <FormScopeContext value={scope}>
      <Form
        tagName="div" schema={schema} uiSchema={uiSchema} validator={VALIDATOR} formData={scope.form.state.draft} fields={FIELDS} templates={TEMPLATES} idPrefix={scope.prefix}
        noHtml5Validate noValidate showErrorList={false} experimental_defaultFormStateBehavior={DEFAULTS}
      >
        <></>
      </Form>
    </FormScopeContext>
  );
}
