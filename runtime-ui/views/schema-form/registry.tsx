import type { RJSFSchema, UnsupportedFieldProps } from '@rjsf/utils';
import { FieldError, t } from '../../kit/index.ts';
import { SchemaArrayItemTemplate, SchemaArrayTemplate } from './array-template.tsx';
import { SchemaFieldTemplate, SchemaObjectTemplate, SchemaUnionTemplate } from './field-templates.tsx';
import { CustomField, JsonField, SchemaField } from './schema-fields.tsx';
import { SCHEMA_WIDGETS } from './schema-widgets.tsx';

/** The widgets show help and problems in their place. */
function Nothing() {
  return null;
}

/** A schema that cannot be edited: a mistake of its author. */
function UnsupportedField({ schema, reason }: UnsupportedFieldProps<unknown, RJSFSchema>) {
  return <FieldError>{t('schemaForm.unsupported', { name: schema?.title ?? '', reason: reason ?? '' })}</FieldError>;
}

/** The registry of all forms that a JSON Schema describes: widgets by format, fields and templates. */
export const FORM_REGISTRY = {
  widgets: SCHEMA_WIDGETS,
  fields: { SchemaField, JsonField, CustomField, FallbackField: JsonField },
  templates: {
    ArrayFieldItemTemplate: SchemaArrayItemTemplate,
    ArrayFieldTemplate: SchemaArrayTemplate,
    DescriptionFieldTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    FieldTemplate: SchemaFieldTemplate,
    MultiSchemaFieldTemplate: SchemaUnionTemplate,
    ObjectFieldTemplate: SchemaObjectTemplate,
    UnsupportedFieldTemplate: UnsupportedField,
  },
};
