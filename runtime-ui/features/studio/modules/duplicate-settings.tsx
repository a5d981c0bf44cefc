import { MultiSelect, Select } from '@mantine/core';
import { ChevronDown, Plus, X } from 'lucide-react';
import {
  DUPLICATE_ACTIONS,
  DUPLICATE_EXACTNESS,
  DUPLICATE_INPUT_TYPES,
  isCalculated,
  type FieldDefinition,
  type ModuleDefinition,
} from '#engine/model/definitions';
import { Button, Icon, IconButton, t } from '../../../kit/index.ts';

const CHEVRON = <Icon of={ChevronDown} />;

type Duplicates = NonNullable<ModuleDefinition['duplicates']>;
type Rule = Duplicates['rules'][number];

interface DuplicateSettingsProps {
  readonly module: ModuleDefinition;
  readonly fields: readonly FieldDefinition[];
  readonly set: (changes: object) => void;
}

/** Which records of the module are duplicates, and what happens to a save of one. */
export function DuplicateSettings({ module, fields, set }: DuplicateSettingsProps) {
  const { rules = [], action = 'warn' } = module.duplicates ?? {};
  const comparable = fields.filter(
    (field) =>
      DUPLICATE_INPUT_TYPES.includes(field.inputType) && field.sensitive !== true && field.internal !== true && !isCalculated(field),
  );
  const change = (next: readonly Rule[]) => set({ duplicates: next.length === 0 ? undefined : { rules: [...next], action } });
  const first = comparable.find(({ inputType }) => inputType === 'EmailAddress') ?? comparable[0];
  return (
    <div className="sf-form">
      <p className="sf-note">{t('studioFields.duplicates.help')}</p>
      {rules.map((rule, at) => (
        <RuleCard
          key={at}
          number={at + 1}
          rule={rule}
          fields={comparable}
          onChange={(next) => change(rules.map((one, index) => (index === at ? next : one)))}
          onRemove={() => change(rules.filter((_one, index) => index !== at))}
        />
      ))}
      {rules.length > 0 && (
        <Select
          label={t('studioFields.duplicates.action')}
          rightSection={CHEVRON}
          allowDeselect={false}
          data={DUPLICATE_ACTIONS.map((value) => ({ value, label: t(`studioFields.duplicates.actions.${value}`) }))}
          value={action}
          onChange={(next) => {
            if (next !== null) set({ duplicates: { rules, action: next } });
          }}
        />
      )}
      {first !== undefined && rules.length < 10 && (
        <div>
          <Button
            variant="quiet"
            size="xs"
            icon={Plus}
            onClick={() => change([...rules, { fields: [first.fieldName], exactness: 'normalized' }])}
          >
            {t('studioFields.duplicates.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RuleCardProps {
  readonly number: number;
  readonly rule: Rule;
  readonly fields: readonly FieldDefinition[];
  readonly onChange: (rule: Rule) => void;
  readonly onRemove: () => void;
}

function RuleCard({ number, rule, fields, onChange, onRemove }: RuleCardProps) {
  return (
    <div className="sf-card" role="group" aria-label={t('studioFields.duplicates.rule', { number })}>
      <MultiSelect
        label={t('studioFields.duplicates.fields')}
        rightSection={CHEVRON}
        searchable
        required
        maxValues={4}
        nothingFoundMessage={t('views.fields.noMatch')}
        data={fields.map(({ fieldName, label }) => ({ value: fieldName, label }))}
        value={rule.fields}
        // A rule compares at least one field; it is removed as a whole.
        onChange={(next) => {
          if (next.length > 0) onChange({ ...rule, fields: next });
        }}
      />
      <Select
        label={t('studioFields.duplicates.exactness')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={DUPLICATE_EXACTNESS.map((value) => ({ value, label: t(`studioFields.duplicates.exactnesses.${value}`) }))}
        value={rule.exactness}
        onChange={(next) => {
          if (next !== null) onChange({ ...rule, exactness: next });
        }}
      />
      <IconButton icon={X} size="xs" label={t('studioFields.duplicates.remove', { number })} onClick={onRemove} />
    </div>
  );
}
