// Not imported from the package entry point, which depends on a validator that compiles schemas.
import Form from '@rjsf/core/lib/components/Form.js';
import { useEffect, useMemo, useRef } from 'react';
import { toIssueSchema } from '../../headless/form/index.ts';
import { FormErrorSummary } from '../../kit/index.ts';
import { FormScopeContext } from './form-scope.ts';
import { FORM_REGISTRY } from './registry.tsx';
import { FORM_DEFAULTS, FORM_VALIDATOR, type FormValues, type SchemaFormState } from './use-schema-form.ts';
import '../styles/schema-form.css';

const WRONG = '[aria-invalid="true"], [data-invalid] button';

export interface SchemaFormProps {
  readonly form: SchemaFormState;
  readonly readOnly?: boolean;
  /** What is saved, such as "settings": after a refused save a summary links to each problem. Absent: the first problem gets the focus. */
  readonly summaryOf?: string;
}

/** Moves the focus to a property of a form, and scrolls to it. */
function focusProblem(field: string): void {
  const box = document.querySelector<HTMLElement>(`[data-form-field="${CSS.escape(field)}"]`);
  box?.scrollIntoView({ block: 'center' });
  const target = box?.querySelector<HTMLElement>(WRONG) ?? box?.querySelector<HTMLElement>('input, textarea, button');
  target?.focus({ preventScroll: true });
}

/**
 * A form that a JSON Schema describes, rendered by rjsf with the registry of widgets, fields and templates, and validated by its
 * validator: on submit, and from then on with each change.
 */
export function SchemaForm({ form, readOnly = false, summaryOf }: SchemaFormProps) {
  const { id, schema, values, attempt, problems, failure, customFields, issues, reportUnreadable } = form;
  const box = useRef<HTMLDivElement>(null);
  const uiSchema = useMemo(
    () => Object.fromEntries(Object.keys(customFields).map((name) => [name, { 'ui:field': 'CustomField' }])),
    [customFields],
  );
  const extraErrors = useMemo(() => (issues.length === 0 ? undefined : toIssueSchema(issues)), [issues]);
  const scope = useMemo(() => ({ values, customFields, reportUnreadable }), [values, customFields, reportUnreadable]);
  const hasSummary = summaryOf !== undefined;
  useEffect(() => {
    if (attempt > 0 && !hasSummary) box.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempt, hasSummary]);
  return (
    <FormScopeContext value={scope}>
      <div ref={box} className="mv-schema-form">
        {hasSummary && (problems.length > 0 || failure !== undefined) && (
          <FormErrorSummary
            problems={problems}
            thing={summaryOf}
            attempt={attempt}
            onGoTo={focusProblem}
            {...(failure === undefined ? {} : { title: failure })}
          />
        )}
        <Form
          id={id}
          schema={schema}
          uiSchema={uiSchema}
          validator={FORM_VALIDATOR}
          formData={values}
          onChange={({ formData, errors }) => {
            form.change((formData ?? {}) as FormValues);
            if (attempt > 0) form.noticeErrors(errors, false);
          }}
          onSubmit={() => form.save()}
          onError={(errors) => form.noticeErrors(errors, true)}
          widgets={FORM_REGISTRY.widgets}
          fields={FORM_REGISTRY.fields}
          templates={FORM_REGISTRY.templates}
          idPrefix={id}
          idSeparator="/"
          readonly={readOnly}
          liveValidate={attempt > 0 ? 'onChange' : false}
          noHtml5Validate
          showErrorList={false}
          experimental_defaultFormStateBehavior={FORM_DEFAULTS}
          {...(extraErrors === undefined ? {} : { extraErrors })}
        >
          {/* Enter in a text saves. */}
          <button type="submit" hidden />
        </Form>
      </div>
    </FormScopeContext>
  );
}
