import type { DropdownDefinition, FieldDefinition, ModuleDefinition } from '../definitions/index.ts';

const field = (fieldName: string, inputType: FieldDefinition['inputType'], rules: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: `ruleCases_${fieldName}`,
  fieldName,
  label: fieldName,
  inputType,
  ...rules,
});
const of = (name: string): { readonly var: string } => ({ var: `record.${name}` });
const either = (...rules: readonly object[]): { readonly or: readonly object[] } => ({ or: rules });
const isEmpty = (name: string): object => ({ is_empty: of(name) });

const STATUS = field('status', 'Dropdown', {
  dropdown: 'rule_status',
  transitionRequirements: [
    { to: ['rejected'], requires: ['reason'], message: 'Give the reason.' },
    { to: ['closed'], when: { '>': [of('hours'), 0] }, requires: ['ends_on'], message: 'Give its last day.' },
    { to: ['closed'], when: { '!==': [{ var: 'old.status' }, 'review'] }, requires: ['signed_by'], message: 'It was not reviewed.' },
  ],
});

/** A chain of fields that depend on each other: vehicle, plate, plate_state. */
const CHAIN: readonly FieldDefinition[] = [
  field('vehicle', 'Checkbox'),
  field('plate', 'TextField', {
    required: true,
    dependent: true,
    parentField: 'vehicle',
    fieldsToTrigger: { kind: 'checkbox', equals: 'true' },
    validations: [{ condition: { '!==': [of('plate'), 'NONE'] }, message: 'Type the plate.' }],
  }),
  field('plate_state', 'TextField', {
    requiredWhen: true,
    dependent: true,
    parentField: 'plate',
    fieldsToTrigger: { kind: 'text', contains: 'GA' },
  }),
  field('permit', 'TextField', {
    required: true,
    visibleWhen: { '>': [of('hours'), 8] },
    dependent: true,
    parentField: 'vehicle',
    fieldsToTrigger: { kind: 'checkbox', equals: 'true' },
  }),
  field('phone', 'Phone'),
  field('call_note', 'TextField', { dependent: true, parentField: 'phone', fieldsToTrigger: { kind: 'text', contains: '(404) 555' } }),
];

/** Fields whose values are stored in another form than they are typed. */
const STRUCTURED: readonly FieldDefinition[] = [
  field('about', 'FlexRelate'),
  field('about_note', 'TextField', { requiredWhen: { '!': { is_empty: { ids: of('about') } } } }),
  field('mails', 'EmailAddress'),
  field('mail_note', 'TextField', { requiredWhen: { in: ['ann@example.com', { texts: of('mails') }] } }),
  field('home', 'Address'),
  field('aliases', 'ListField', {
    validations: [{ condition: { '!': { in: ['', { texts: of('aliases') }] } }, message: 'No alias is empty.' }],
  }),
  field('tags', 'MultiSelect', { dropdown: 'rule_tag' }),
  field('parts', 'Array', {
    entry: {
      columns: [
        { fieldName: 'what', label: 'What', inputType: 'TextField' },
        { fieldName: 'count', label: 'Count', inputType: 'Number' },
      ],
    },
    validations: [
      { condition: either(isEmpty('parts'), { all: [of('parts'), { '>': [{ var: 'count' }, 0] }] }), message: 'Count each part.' },
    ],
  }),
  field('seen_at', 'DateTime', {
    validations: [{ condition: either(isEmpty('seen_at'), { '<': [of('seen_at'), { var: 'now' }] }), message: 'It was seen in the past.' }],
  }),
];

/** The module of all cases: one field or more with each kind of rule. Besides these it has the default fields. */
export const RULE_MODULE: ModuleDefinition = {
  id: 'ruleCases',
  name: 'ruleCases',
  label: 'Rule cases',
  labelSingular: 'Rule case',
  kind: 'plain',
  fields: [
    STATUS,
    field('reason', 'TextField', { visibleWhen: { '===': [of('status'), 'rejected'] } }),
    field('hours', 'Number'),
    field('note', 'TextArea', { requiredWhen: { '>': [of('hours'), 40] } }),
    field('fee', 'Currency', {
      readOnlyWhen: either(
        { in: [of('status'), ['review', 'closed']] },
        { and: [{ '!==': [{ var: 'user.userType' }, 'System Admin'] }, { '>': [{ var: 'old.fee' }, 100] }] },
      ),
    }),
    field('starts_on', 'Date'),
    field('ends_on', 'Date', {
      validations: [
        {
          condition: either(isEmpty('ends_on'), isEmpty('starts_on'), { '>=': [of('ends_on'), of('starts_on')] }),
          message: 'The end is before the start.',
        },
      ],
    }),
    field('signed_by', 'Relate', {
      ref: 'users',
      validations: [
        { condition: either(isEmpty('signed_by'), { '!==': [of('signed_by'), { var: 'user._id' }] }), message: 'Someone else signs.' },
      ],
    }),
    field('approved', 'Checkbox', {
      validations: [
        {
          condition: either({ '!==': [of('approved'), true] }, { '!': { in: ['Clerk', { var: 'user.roles' }] } }),
          message: 'A clerk does not approve.',
        },
      ],
    }),
    ...CHAIN,
    ...STRUCTURED,
  ],
  validations: [
    {
      condition: either({ '!==': [of('status'), 'review'] }, { '!': isEmpty('starts_on') }),
      message: 'A case in review has a first day.',
      fields: ['starts_on'],
    },
    {
      condition: either({ '!==': [of('home.city'), 'Atlanta'] }, { '!==': [of('home.zip'), null] }),
      message: 'Type the ZIP of Atlanta.',
      fields: ['home'],
    },
    { condition: { '!': { includes_all: [of('tags'), ['a', 'b']] } }, message: 'Not both tags.', fields: ['tags'] },
  ],
};

const optionsOf = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The dropdowns of the module. */
export const RULE_DROPDOWNS: readonly DropdownDefinition[] = [
  { id: 'rule_status', name: 'rule_status', options: optionsOf('open', 'review', 'closed', 'rejected') },
  { id: 'rule_tag', name: 'rule_tag', options: optionsOf('a', 'b', 'c') },
];

/** Fields that are shown only while a condition holds. */
export const CONDITIONAL_FIELDS = ['reason', 'plate', 'plate_state', 'permit', 'call_note'] as const;
