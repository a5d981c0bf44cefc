import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useState, type ChangeEvent } from 'react';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { Button, Card, ConfirmDialog, Icon, t } from '../../../kit/index.ts';
import { hasProperty } from '../fields/field-types.ts';
import { putField } from '../fields/module-fields.ts';
import { useFieldDefinitions } from '../fields/use-published-view.ts';
import { DuplicateSettings } from './duplicate-settings.tsx';
import { Lockable, type ModuleLock } from './module-lock.tsx';
import { IconPicker } from './icon-picker.tsx';
import { ViewSettings } from './view-settings.tsx';

const CHEVRON = <Icon of={ChevronDown} />;

export interface SettingsTabProps {
  readonly module: ModuleDefinition;
  readonly lock: ModuleLock | undefined;
  readonly isPublished: boolean;
  readonly onChange: (module: ModuleDefinition) => void;
  readonly onRemove: () => void;
}

type TextName = 'description' | 'name_template';

/** Sets properties of a module; undefined removes one. */
function withChanges(module: ModuleDefinition, changes: object): ModuleDefinition {
  return Object.fromEntries(Object.entries({ ...module, ...changes }).filter(([, value]) => value !== undefined)) as ModuleDefinition;
}

/** The settings of a module: labels, names of records, order, search, teams, and its removal. */
export function SettingsTab({ module, lock, isPublished, onChange, onRemove }: SettingsTabProps) {
  const fields = useFieldDefinitions(module);
  const props = { module, fields, set: (changes: object) => onChange(withChanges(module, changes)), onChange };
  return (
    <div className="sf-tab sf-settings">
      <Lockable lock={lock}>
        <Card title={t('studioFields.settings.labels')}>
          <LabelSettings {...props} />
        </Card>
        <Card title={t('studioFields.settings.records')}>
          <RecordSettings {...props} />
        </Card>
        <Card title={t('studioFields.settings.views')}>
          <ViewSettings {...props} />
        </Card>
        <Card title={t('studioFields.duplicates.title')}>
          <DuplicateSettings {...props} />
        </Card>
      </Lockable>
      <Card title={t('studioFields.settings.state')}>
        <StateSettings {...props} lock={lock} />
        <Lockable lock={lock}>
          <Removal module={module} isPublished={isPublished} onRemove={onRemove} />
        </Lockable>
      </Card>
    </div>
  );
}

interface PartProps {
  readonly module: ModuleDefinition;
  readonly fields: readonly FieldDefinition[];
  readonly set: (changes: object) => void;
  readonly onChange: (module: ModuleDefinition) => void;
}

function LabelSettings({ module, set }: PartProps) {
  const required = (value: string) => (value.trim() === '' ? t('studioFields.problem.label') : undefined);
  return (
    <div className="sf-form">
      {(['label', 'labelSingular'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`studioFields.settings.${name}`)}
          required
          maxLength={200}
          value={module[name]}
          error={required(module[name])}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      ))}
      <TextSetting name="description" module={module} set={set} />
      <IconPicker label={t('studioFields.newModule.icon')} value={module.icon ?? 'table'} onChange={(icon) => set({ icon })} />
    </div>
  );
}

function TextSetting({ name, module, set }: Pick<PartProps, 'module' | 'set'> & { readonly name: TextName }) {
  const common = {
    label: t(`studioFields.settings.${name}`),
    description: t(`studioFields.settings.${name}Help`),
    value: module[name] ?? '',
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: value === '' ? undefined : value }),
  };
  if (name === 'description') return <Textarea {...common} autosize minRows={2} maxRows={8} maxLength={2000} />;
  return <TextInput {...common} maxLength={400} />;
}

const toData = (fields: readonly FieldDefinition[]) => fields.map(({ fieldName, label }) => ({ value: fieldName, label }));

function RecordSettings({ module, fields, set, onChange }: PartProps) {
  const sort = module.defaultSort;
  const searchable = fields.filter(({ inputType, sensitive }) => hasProperty(inputType, 'searchable') && sensitive !== true);
  const setSearchable = (names: readonly string[]) => {
    const changed = searchable.filter(({ fieldName, searchable: isOn = false }) => names.includes(fieldName) !== isOn);
    onChange(
      changed.reduce((next, field) => putField(next, field.fieldName, { ...field, searchable: names.includes(field.fieldName) }), module),
    );
  };
  return (
    <div className="sf-form">
      <TextSetting name="name_template" module={module} set={set} />
      <div className="sf-pair">
        <Select
          label={t('studioFields.settings.sort')}
          rightSection={CHEVRON}
          searchable
          clearable
          data={toData(fields.filter(({ sensitive, internal }) => sensitive !== true && internal !== true))}
          value={sort?.sortField ?? null}
          onChange={(name) => set({ defaultSort: name === null ? undefined : { sortField: name, sortOrder: sort?.sortOrder ?? 'asc' } })}
        />
        <Select
          label={t('studioFields.settings.order')}
          rightSection={CHEVRON}
          allowDeselect={false}
          disabled={sort === undefined}
          data={(['asc', 'desc'] as const).map((value) => ({ value, label: t(`studioFields.settings.${value}`) }))}
          value={sort?.sortOrder ?? 'asc'}
          onChange={(order) => set({ defaultSort: sort && { ...sort, sortOrder: order } })}
        />
      </div>
      <NumberInput
        label={t('studioFields.settings.pageSize')}
        min={1}
        max={1000}
        allowDecimal={false}
        value={module.pageSize ?? ''}
        onChange={(size) => set({ pageSize: typeof size === 'number' ? size : undefined })}
      />
      <MultiSelect
        label={t('studioFields.settings.searchable')}
        description={t('studioFields.settings.searchableHelp')}
        rightSection={CHEVRON}
        searchable
        data={toData(searchable)}
        value={searchable.filter((field) => field.searchable === true).map(({ fieldName }) => fieldName)}
        onChange={setSearchable}
      />
    </div>
  );
}

const FLAGS = ['team_enabled', 'active', 'locked', 'reportSource'] as const;

/** An admin can unlock what an admin locked. */
function StateSettings({ module, lock, set }: PartProps & Pick<SettingsTabProps, 'lock'>) {
  return (
    <div className="sf-flags">
      {FLAGS.map((name) => (
        <Switch
          key={name}
          size="xs"
          label={t(`studioFields.settings.${name}`)}
          description={t(`studioFields.settings.${name}Help`)}
          disabled={lock === 'product' || (lock === 'site' && name !== 'locked')}
          checked={module[name] ?? (name === 'active' || name === 'reportSource')}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  );
}

/** Removes the module from the draft. What happens to its records is decided in the review. */
function Removal({ module, isPublished, onRemove }: Pick<SettingsTabProps, 'module' | 'isPublished' | 'onRemove'>) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div className="sf-foot">
      <Button variant="danger-quiet" icon={Trash2} onClick={() => setConfirming(true)}>
        {t('studioFields.settings.remove')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t('studioFields.settings.removeTitle', { name: module.label })}
        text={t(isPublished ? 'studioFields.settings.removeText' : 'studioFields.settings.removeNewText')}
        confirmLabel={t('studioFields.settings.remove')}
        danger
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          onRemove();
        }}
      />
    </div>
  );
}
