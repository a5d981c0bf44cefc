// Not imported from the package entry point, which depends on a validator that compiles schemas.
import Form from '@rjsf/core/lib/components/Form.js';
import { memo, useMemo } from 'react';
import { findFieldSlot } from '../../extensions/index.ts';
import type { LayoutItem } from '../../headless/index.ts';
import { buildFormSchema, createJsonSchemaValidator } from '../../headless/form/index.ts';
import { SectionScopeContext, type SectionScope } from './form-context.ts';
import { BareFieldTemplate, SectionTemplate } from './form-templates.tsx';
import { RecordField } from './record-field.tsx';

const VALIDATOR = createJsonSchemaValidator();
const FIELDS = { RecordField };
const TEMPLATES = { FieldTemplate: BareFieldTemplate, ObjectFieldTemplate: SectionTemplate };
const DEFAULTS = { emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const;

/** The fields that affect how an item is rendered: its own, and the parent that restricts its options. */
function watchedFields({ field }: LayoutItem): readonly string[] {
  if (field === undefined) return [];
  return field.optionsBy === undefined ? [field.fieldName] : [field.fieldName, field.optionsBy.field];
}

/** Whether a section would render the same: changes in other sections do not affect it. */
function isSameSection(before: SectionScope, after: SectionScope): boolean {
  const { items } = after.section;
  if (
    (['module', 'prefix', 'isReadOnly', 'recordId', 'setValue', 'setParseError', 'readDraft', 'inputDebouncer', 'hintOf'] as const).some(
      (part) => before[part] !== after[part],
    )
  )
    return false;
  if (before.section.items.length !== items.length || before.section.items.some((item, at) => item !== items[at])) return false;
  // A plugin's field receives the whole draft.
  if (
    before.draft !== after.draft &&
    items.some((item) => item.field !== undefined && findFieldSlot(after.module.name, item.field) !== undefined)
  )
    return false;
  return items
    .flatMap(watchedFields)
    .every(
      (name) =>
        before.draft[name] === after.draft[name] &&
        before.rawDraft[name] === after.rawDraft[name] &&
        before.issues[name] === after.issues[name] &&
        before.requiredNames.includes(name) === after.requiredNames.includes(name),
    );
}

function SectionFields(scope: SectionScope) {
  const { module, section, prefix, draft } = scope;
  const fieldNames = section.items.map((item) => item.fieldName).join();
  const { schema, uiSchema } = useMemo(() => buildFormSchema(module, [section]), [module, fieldNames]);
  return (
    <SectionScopeContext value={scope}>
      <Form
        tagName="div"
        schema={schema}
        uiSchema={uiSchema}
        validator={VALIDATOR}
        formData={draft}
        fields={FIELDS}
        templates={TEMPLATES}
        idPrefix={`${prefix}-${section.id}`}
        noHtml5Validate
        noValidate
        showErrorList={false}
        experimental_defaultFormStateBehavior={DEFAULTS}
      >
        <></>
      </Form>
    </SectionScopeContext>
  );
}

/**
 * The fields of one section, rendered by rjsf from the module's schema and layout. Each section is a separate form, so that a keystroke
 * renders only its section.
 */
export const SectionForm = memo(SectionFields, isSameSection);
