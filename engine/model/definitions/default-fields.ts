import type { FieldDefinition } from './field.ts';
import { GLOBAL_TEAM_ID } from './global-team.ts';
import type { ModuleDefinition } from './module.ts';

/** Fields that only the system writes. */
export const SYSTEM_FIELDS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'created_by', 'modified_by', 'deleted']);

/** The default fields before a module's own fields. Their ids are the same in every module. */
const LEADING: readonly FieldDefinition[] = [
  { id: 'std_name', fieldName: 'name', label: 'Name', inputType: 'TextField', required: true, searchable: true },
];

/** The default fields after a module's own fields. */
const TRAILING: readonly FieldDefinition[] = [
  { id: 'std_description', fieldName: 'description', label: 'Description', inputType: 'TextArea', textAreaRowCount: 4 },
  { id: 'std_assigned_to', fieldName: 'assigned_to', label: 'Assigned to', inputType: 'Relate', ref: 'users', massUpdatable: true },
];

const SYSTEM: readonly FieldDefinition[] = [
  { id: 'std_created_at', fieldName: 'createdAt', label: 'Created', inputType: 'DateTime', readOnly: true },
  { id: 'std_updated_at', fieldName: 'updatedAt', label: 'Changed', inputType: 'DateTime', readOnly: true },
  { id: 'std_created_by', fieldName: 'created_by', label: 'Created by', inputType: 'Relate', ref: 'users', readOnly: true },
  { id: 'std_modified_by', fieldName: 'modified_by', label: 'Changed by', inputType: 'Relate', ref: 'users', readOnly: true },
  { id: 'std_deleted', fieldName: 'deleted', label: 'Deleted', inputType: 'Checkbox', readOnly: true },
];

const TEAMS: FieldDefinition = {
  id: 'std_teams',
  fieldName: 'teams',
  label: 'Teams',
  inputType: 'MultiRelate',
  ref: 'teams',
  default: [GLOBAL_TEAM_ID],
  massUpdatable: true,
};

/** Addresses are in the United States: a ZIP code has five digits, or five and four. */
const ZIP: FieldDefinition['validators'] = [{ name: 'usZip' }];

/** The additional fields of each kind of module (specification 1, section 3.2). */
const KIND_FIELDS: { readonly [kind in ModuleDefinition['kind']]: readonly FieldDefinition[] } = {
  plain: [],
  person: [
    { id: 'std_first_name', fieldName: 'first_name', label: 'First name', inputType: 'TextField', searchable: true },
    { id: 'std_last_name', fieldName: 'last_name', label: 'Last name', inputType: 'TextField', searchable: true },
    { id: 'std_title', fieldName: 'title', label: 'Title', inputType: 'TextField' },
    { id: 'std_department', fieldName: 'department', label: 'Department', inputType: 'TextField' },
    { id: 'std_email', fieldName: 'email', label: 'E-mail', inputType: 'EmailAddress', searchable: true, audited: false },
    { id: 'std_mobile_phone', fieldName: 'mobile_phone', label: 'Mobile phone', inputType: 'Phone', searchable: true },
    { id: 'std_home_phone', fieldName: 'home_phone', label: 'Home phone', inputType: 'Phone' },
    { id: 'std_office_phone', fieldName: 'office_phone', label: 'Office phone', inputType: 'Phone' },
    { id: 'std_other_phone', fieldName: 'other_phone', label: 'Other phone', inputType: 'Phone' },
    { id: 'std_current_address', fieldName: 'current_address', label: 'Current address', inputType: 'Address', validators: ZIP },
  ],
  company: [
    { id: 'std_billing_address', fieldName: 'billing_address', label: 'Billing address', inputType: 'Address', validators: ZIP },
    { id: 'std_shipping_address', fieldName: 'shipping_address', label: 'Shipping address', inputType: 'Address', validators: ZIP },
    { id: 'std_office_phone', fieldName: 'office_phone', label: 'Office phone', inputType: 'Phone', searchable: true },
    { id: 'std_fax_phone', fieldName: 'fax_phone', label: 'Fax phone', inputType: 'Phone' },
    { id: 'std_website', fieldName: 'website', label: 'Website', inputType: 'Url' },
  ],
  file: [
    { id: 'std_filename', fieldName: 'filename', label: 'File name', inputType: 'TextField' },
    { id: 'std_path', fieldName: 'path', label: 'File', inputType: 'File' },
    { id: 'std_exp_date', fieldName: 'exp_date', label: 'Expires', inputType: 'Date', massUpdatable: true, deadline: true },
  ],
};

/** The Relates that other modules add to every module (`fieldInEveryModule`). */
export function listCommonRelates(modules: Iterable<ModuleDefinition>): readonly FieldDefinition[] {
  return [...modules].flatMap(({ name, fieldInEveryModule: field }) =>
    field === undefined ? [] : [{ ...field, id: `std_${field.fieldName}`, inputType: 'Relate' as const, ref: name }],
  );
}

/** The default fields of a module: those before its own fields and those after them. */
export function listDefaultFields(
  module: ModuleDefinition,
  commonRelates: readonly FieldDefinition[],
): {
  readonly leading: readonly FieldDefinition[];
  readonly trailing: readonly FieldDefinition[];
} {
  return {
    leading: [...LEADING, ...KIND_FIELDS[module.kind]],
    trailing: [...TRAILING, ...commonRelates, ...(module.team_enabled ? [TEAMS] : []), ...SYSTEM],
  };
}
