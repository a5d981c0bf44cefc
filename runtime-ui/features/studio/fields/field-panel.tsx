import { Select, Switch, TextInput } from '@mantine/core';
import { ChevronDown, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { hasConversion, listConversionTypes } from '#engine/model/conversions';
import type { FieldDefinition, InputType, ModuleDefinition } from '#engine/model/definitions';
import type { ChangeProblem } from '#engine/model/wire';
import { Button, Icon, IconButton, StatusPill, t, Tabs, TextLink } from '../../../kit/index.ts';
import { ConditionTrial } from '../conditions/condition-trial.tsx';
import { listFieldTrials } from '../conditions/trial-rules.ts';
import { Lockable, type ModuleLock } from '../modules/module-lock.tsx';
import { FieldRoles } from '../roles/field-roles.tsx';
import { UseList } from '../uses/use-list.tsx';
import { checkField, findServerProblems, joinProblems } from './field-problems.ts';
import { OFFERED_TYPES, withType } from './field-types.ts';
import type { FieldUses } from './field-uses.ts';
import type { StudioField } from './module-fields.ts';
import { problemOf, withProperties, type PropertyContext } from './property-context.ts';
import { listGroupProperties, PropertyInput } from './property-input.tsx';
import { TriggerNote } from './rule-properties.tsx';

const CHEVRON = <Icon of={ChevronDown} />;

export interface FieldPanelProps {
  readonly module: ModuleDefinition;
  /** The name by which roles have rights on the module: the published one. */
  readonly moduleName: string;
  readonly field: StudioField;
  /** The published name of a field that the draft renames. */
  readonly earlierName?: string | undefined;
  /** All fields of the module. */
  readonly fields: readonly FieldDefinition[];
  readonly uses: FieldUses;
  /** The field is published: its type and its name are in use. */
  readonly isPublished: boolean;
  /** The type of its stored values; absent: it is not published. */
  readonly publishedType?: InputType | undefined;
  readonly problems: readonly ChangeProblem[];
  readonly lock: ModuleLock | undefined;
  readonly onChange: (field: FieldDefinition) => void;
  /** Absent: the field is part of every module, or of a relationship. */
  readonly onRemove?: (() => void) | undefined;
  /** Restores a default field as it is in every module; absent: it is not changed. */
  readonly onReset?: (() => void) | undefined;
  readonly isIndexed: boolean;
  readonly onIndex: (isIndexed: boolean) => void;
  readonly onClose: () => void;
}

/** The panel beside the table of fields: the properties of one field, its rules, and where it is used. */
export function FieldPanel(props: FieldPanelProps) {
  const { field, uses, onClose } = props;
  const [tab, setTab] = useState('properties');
  const { label } = field.definition;
  return (
    <aside className="sf-panel" aria-label={t('studioFields.panel', { name: label })}>
      <header className="sf-panel-head">
        <h2 className="sf-panel-title">{label}</h2>
        <IconButton icon={X} label={t('studioFields.closePanel')} onClick={onClose} />
      </header>
      {field.origin === 'derived' ? (
        <p className="sf-note">{t('studioFields.derivedHelp')}</p>
      ) : (
        <Tabs
          label={t('studioFields.panelTabs')}
          items={[
            { id: 'properties', label: t('studioFields.tab.properties') },
            { id: 'rules', label: t('studioFields.tab.rules') },
            { id: 'access', label: t('studioFields.tab.access') },
            { id: 'uses', label: t('studioFields.tab.uses'), count: uses.references.length },
          ]}
          selected={tab}
          onSelect={setTab}
        >
          {tab === 'uses' && <UsesTab uses={uses} />}
          {tab === 'access' && <FieldRoles module={props.moduleName} field={field.definition} earlierName={props.earlierName} />}
          {(tab === 'properties' || tab === 'rules') && (
            <Lockable lock={props.lock}>
              <PropertiesTab {...props} part={tab} />
            </Lockable>
          )}
        </Tabs>
      )}
    </aside>
  );
}

/** Where a field is used, by the definition or record that names it. */
export function UsesTab({ uses }: { readonly uses: FieldUses }) {
  if (uses.references.length === 0) return <p className="sf-note">{t('studioFields.unused')}</p>;
  return <UseList references={uses.references} label={t('studioFields.tab.uses')} />;
}

function PropertiesTab({ part, ...props }: FieldPanelProps & { readonly part: 'properties' | 'rules' }) {
  const { module, field: shown, fields, problems, onChange } = props;
  const field = shown.definition;
  const context: PropertyContext = {
    module,
    field,
    fields,
    problems: joinProblems(checkField(field, fields, module), findServerProblems(problems, module, field)),
    set: (changes) => onChange(withProperties(field, changes)),
  };
  if (part === 'rules')
    return (
      <div className="sf-form">
        <TriggerNote context={context} onConvert={onChange} />
        <ConditionTrial module={module} rules={listFieldTrials(field)} />
        <PropertyList group="rules" context={context} />
      </div>
    );
  return (
    <div className="sf-form" key={field.id}>
      <NameInputs {...props} context={context} />
      <PropertyList group="basics" context={context} />
      <div className="sf-flags">
        <PropertyList group="flags" context={context} />
        <Switch
          size="xs"
          label={t('studioFields.property.indexed')}
          description={t('studioFields.help.indexed')}
          checked={props.isIndexed}
          onChange={(event) => props.onIndex(event.currentTarget.checked)}
        />
      </div>
      <PropertyList group="values" context={context} />
      <PanelFoot {...props} />
    </div>
  );
}

function PropertyList({
  group,
  context,
}: {
  readonly group: Parameters<typeof listGroupProperties>[0];
  readonly context: PropertyContext;
}) {
  return listGroupProperties(group, context).map((name) => <PropertyInput key={name} name={name} context={context} />);
}

/** Label, name and type. Those of a default field are fixed, except for the label. */
function NameInputs({
  field: shown,
  context,
  isPublished,
  publishedType,
  onChange,
}: FieldPanelProps & { readonly context: PropertyContext }) {
  const { field } = context;
  const isDefault = shown.origin === 'default';
  return (
    <>
      <TextInput
        label={t('studioFields.label')}
        required
        maxLength={200}
        value={field.label}
        error={problemOf(context, 'label')}
        onChange={(event) => onChange({ ...field, label: event.currentTarget.value })}
      />
      <div className="sf-pair">
        <TextInput
          label={t('studioFields.apiName')}
          className="sf-mono"
          required
          maxLength={64}
          readOnly={isDefault}
          description={isPublished && !isDefault ? t('studioFields.renameHelp') : undefined}
          value={field.fieldName}
          error={problemOf(context, 'fieldName')}
          onChange={(event) => onChange({ ...field, fieldName: event.currentTarget.value })}
        />
        <Select
          label={t('studioFields.type')}
          rightSection={CHEVRON}
          searchable
          allowDeselect={false}
          readOnly={isDefault}
          description={isDefault ? undefined : describeTypes(publishedType)}
          data={OFFERED_TYPES.map((type) => ({
            value: type,
            label: t(`studioFields.types.${type}`),
            disabled: publishedType !== undefined && type !== publishedType && !hasConversion(publishedType, type),
          }))}
          value={field.inputType}
          error={problemOf(context, 'inputType')}
          onChange={(type) => {
            if (type !== null && type !== field.inputType) onChange(withType(field, type));
          }}
        />
      </div>
      {problemOf(context, '') !== undefined && <p className="sf-problem">{problemOf(context, '')}</p>}
    </>
  );
}

/** Which types the values of a published field can become. */
function describeTypes(published: InputType | undefined): string | undefined {
  if (published === undefined) return undefined;
  const types = listConversionTypes(published).map((type) => t(`studioFields.types.${type}`));
  return types.length === 0 ? t('studioFields.typeStays') : t('studioFields.typeHelp', { types: types.join(', ') });
}

function PanelFoot({ module, field, onRemove, onReset }: FieldPanelProps) {
  return (
    <footer className="sf-panel-foot">
      <TextLink href={`/admin/studio/json/module/${module.id}`}>{t('studioFields.json')}</TextLink>
      {field.origin === 'default' && <StatusPill plain label={t('studioFields.defaultField')} />}
      {onReset !== undefined && (
        <Button size="sm" icon={Undo2} onClick={onReset}>
          {t('studioFields.resetField')}
        </Button>
      )}
      {onRemove !== undefined && (
        <Button size="sm" variant="danger-quiet" icon={Trash2} onClick={onRemove}>
          {t('studioFields.removeField')}
        </Button>
      )}
    </footer>
  );
}
