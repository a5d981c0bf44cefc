export { SchemaForm, type SchemaFormProps } from './schema-form.tsx';
export { SchemaFormDialog, type SchemaFormDialogProps } from './schema-form-dialog.tsx';
export { useSchemaForm, type FormValues, type SchemaFormOptions, type SchemaFormState } from './use-schema-form.ts';
