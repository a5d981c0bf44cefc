import { getFieldType, type CompiledField, type CompiledModule, type InputType, type KeySchema } from '#engine/model';
import { AUDIT_COLLECTION, AUDIT_KEYS } from './collections.ts';

/** Creates a field of the audit log for the filter grammar. Text keys are folded when they are written. */
function field(name: string, inputType: InputType, key: KeySchema): CompiledField {
  return {
    id: key.id,
    name,
    label: name,
    definition: { id: key.id, fieldName: name, label: name, inputType },
    type: getFieldType(inputType),
    dropdown: undefined,
    refs: [],
    keys: [key],
    trigger: undefined,
    system: true,
    relationship: undefined,
  };
}

const FIELDS: readonly CompiledField[] = [
  field('module', 'TextField', AUDIT_KEYS.module),
  field('field', 'TextField', AUDIT_KEYS.field),
  field('record_id', 'Relate', AUDIT_KEYS.record),
  field('record_name', 'TextField', AUDIT_KEYS.name),
  field('changeSource', 'TextField', AUDIT_KEYS.source),
  field('changed_by', 'Relate', AUDIT_KEYS.by),
  field('batch_id', 'Relate', AUDIT_KEYS.batch),
  field('date_created', 'DateTime', AUDIT_KEYS.at),
];

/** The audit log as a module, so that the same filter grammar can read it. It is not one of the modules of the definitions. */
export const AUDIT_MODULE: CompiledModule = {
  id: '_audit',
  name: 'auditLog',
  label: 'Audit log',
  labelSingular: 'Audit entry',
  path: '/api/audit-log',
  definitionVersion: 0,
  definition: { id: 'auditLog', name: 'auditLog', label: 'Audit log', labelSingular: 'Audit entry', kind: 'plain', fields: [] },
  teamEnabled: false,
  nameField: 'field',
  fields: new Map(FIELDS.map((one) => [one.name, one])),
  fieldsById: new Map(FIELDS.map((one) => [one.id, one])),
  relations: new Map(),
  finders: [],
  layouts: [],
  defaultSort: { sortField: 'date_created', sortOrder: 'desc' },
  pageSize: 10,
  validations: [],
  rowRules: {},
  searchable: [],
  storage: AUDIT_COLLECTION,
};
