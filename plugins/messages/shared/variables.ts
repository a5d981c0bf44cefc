/** A variable of templates. */
export interface TemplateVariable {
  /** Its name below the object: `first_name`. */
  readonly name: string;
  /** For people. */
  readonly label: string;
}

/** The variables of one kind. */
export interface VariableGroup {
  /** What it is about. */
  readonly label: string;
  /** The objects of a template that have them: the first one is offered. */
  readonly objects: readonly string[];
  readonly variables: readonly TemplateVariable[];
}

/** The variables that templates may use. `contact`, `lead` and `target` are the record that the message is for, whatever its module. */
export const VARIABLE_GROUPS = [
  {
    label: 'Contact, lead or target',
    objects: ['target', 'contact', 'lead'],
    variables: [
      { name: 'name', label: 'Name' },
      { name: 'first_name', label: 'First name' },
      { name: 'last_name', label: 'Last name' },
      { name: 'title', label: 'Title' },
      { name: 'profession', label: 'Profession' },
      { name: 'email', label: 'E-mail address' },
      { name: 'phone', label: 'Phone' },
      { name: 'street', label: 'Street' },
      { name: 'city', label: 'City' },
      { name: 'state', label: 'State' },
      { name: 'zip', label: 'ZIP' },
    ],
  },
  {
    label: 'Account',
    objects: ['account'],
    variables: [
      { name: 'name', label: 'Name' },
      { name: 'phone', label: 'Phone' },
      { name: 'website', label: 'Website' },
      { name: 'street', label: 'Street' },
      { name: 'city', label: 'City' },
      { name: 'state', label: 'State' },
      { name: 'zip', label: 'ZIP' },
    ],
  },
  {
    label: 'User',
    objects: ['user'],
    variables: [
      { name: 'name', label: 'Name' },
      { name: 'first_name', label: 'First name' },
      { name: 'last_name', label: 'Last name' },
      { name: 'email', label: 'E-mail address' },
      { name: 'phone', label: 'Phone' },
    ],
  },
] as const satisfies readonly VariableGroup[];

/** Fields of a record from which its variables are read, the first one with a value. */
export const ADDRESS_FIELDS = ['current_address', 'billing_address', 'shipping_address'] as const;
export const EMAIL_FIELDS = ['email_addresses', 'email'] as const;
export const PHONE_FIELDS = ['phone', 'mobile_phone', 'office_phone', 'home_phone', 'other_phone'] as const;

/** A field of the module of a record. */
interface ModuleField {
  readonly fieldName: string;
  readonly inputType: string;
}

/** The variables that records of a module can have a value for; all of them for '' and for a module whose fields are not known. */
export function listVariableGroups(module: string, fields: readonly ModuleField[] | undefined): readonly VariableGroup[] {
  if (module === '' || fields === undefined) return VARIABLE_GROUPS;
  const [person, account, user] = VARIABLE_GROUPS;
  const hasAccount = fields.some(({ fieldName, inputType }) => fieldName === `accounts_${module}` && inputType === 'Relate');
  if (module === 'accounts') return [account, user];
  const names = new Set(fields.map(({ fieldName }) => fieldName));
  const own = { ...person, variables: person.variables.filter(({ name }) => listSources(name).some((field) => names.has(field))) };
  return hasAccount ? [own, account, user] : [own, user];
}

function listSources(variable: string): readonly string[] {
  if (variable === 'email') return EMAIL_FIELDS;
  if (variable === 'phone') return PHONE_FIELDS;
  return ['street', 'city', 'state', 'zip'].includes(variable) ? [...ADDRESS_FIELDS, variable] : [variable];
}

/** All variables as templates name them: `target.first_name`. */
export const VARIABLE_NAMES: ReadonlySet<string> = new Set(
  VARIABLE_GROUPS.flatMap(({ objects, variables }) => objects.flatMap((object) => variables.map(({ name }) => `${object}.${name}`))),
);

/** Filters that templates may use. */
export const TEMPLATE_FILTERS = [
  'append',
  'capitalize',
  'date',
  'default',
  'divided_by',
  'downcase',
  'first',
  'last',
  'minus',
  'plus',
  'prepend',
  'round',
  'size',
  'strip',
  'times',
  'truncate',
  'truncatewords',
  'upcase',
] as const;

/** Tags that templates may use, with those that end or divide them. */
export const TEMPLATE_TAGS = ['assign', 'break', 'case', 'comment', 'continue', 'for', 'if', 'unless'] as const;
