import { Select, Switch, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ModuleDefinition, RelationshipDefinition } from '#engine/model/definitions';
import { randomKey } from '../../../client/index.ts';
import { Button, Dialog, Icon, t } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { nameOfListed } from '../dropdowns/use-dropdowns.ts';
import { useFieldDefinitions } from '../fields/use-published-view.ts';
import { buildRelationship, checkRelationship, nameOfRelationship, toInput, type RelationshipInput } from './relationship-changes.ts';

const CHEVRON = <Icon of={ChevronDown} />;
const TYPES = ['One to Many', 'Many to Many'] as const;
const EMPTY: RelationshipInput = { label: '', type: 'One to Many', required: false, related: '', name: undefined, reverseName: '' };

export interface RelationshipDialogProps {
  /** The primary module. */
  readonly module: ModuleDefinition;
  /** Undefined: a new one. */
  readonly relationship: RelationshipDefinition | undefined;
  readonly onSave: (relationship: RelationshipDefinition) => void;
  readonly onCancel: () => void;
}

/** Creates or changes a relationship of a module. */
export function RelationshipDialog({ module, relationship, onSave, onCancel }: RelationshipDialogProps) {
  const [input, setInput] = useState(() => (relationship === undefined ? EMPTY : toInput(relationship)));
  const [isTried, setTried] = useState(false);
  const modules = (useDefinitions('module').list ?? []).filter(({ action }) => action !== 'removed');
  const fields = useFieldDefinitions(module);
  const others = (module.relationships ?? []).filter((one) => one !== relationship);
  const taken = [
    ...fields.map(({ fieldName }) => fieldName),
    ...others.flatMap(({ name, reverseName }) => [name, reverseName ?? name]),
  ].filter((name) => name !== relationship?.name && name !== relationship?.reverseName);
  const problems = checkRelationship(input, module.name, taken);
  const save = () => {
    setTried(true);
    const other = modules.find((one) => nameOfListed(one) === input.related);
    if (problems.size > 0 || other === undefined) return;
    const id = relationship?.id ?? `relationship_${randomKey()}`;
    onSave({ ...relationship, ...buildRelationship(input, module, { name: input.related, label: other.label }, { id, taken }) });
  };
  return (
    <Dialog
      opened
      title={t(relationship === undefined ? 'studioFields.relationships.create' : 'studioFields.relationships.edit')}
      onCancel={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('actions.cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {t('studioFields.relationships.save')}
          </Button>
        </>
      }
    >
      <RelationshipInputs
        input={input}
        name={nameOfRelationship(input, module.name, taken)}
        module={module}
        isNew={relationship === undefined}
        modules={modules.map((one) => ({ value: nameOfListed(one), label: one.label }))}
        problems={isTried ? problems : new Map([...problems].filter(([key]) => key === 'name'))}
        onChange={setInput}
      />
    </Dialog>
  );
}

interface InputsProps {
  readonly input: RelationshipInput;
  readonly name: string;
  readonly module: ModuleDefinition;
  readonly isNew: boolean;
  readonly modules: readonly { readonly value: string; readonly label: string }[];
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (input: RelationshipInput) => void;
}

function RelationshipInputs({ input, name, module, isNew, modules, problems, onChange }: InputsProps) {
  return (
    <div className="sf-form">
      <Select
        label={t('studioFields.relationships.type')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={TYPES.map((type) => ({ value: type, label: t(`studioFields.relationships.types.${type}`) }))}
        value={input.type}
        onChange={(type) => {
          if (type !== null) onChange({ ...input, type: type });
        }}
      />
      <Select
        label={t('studioFields.relationships.related', { module: module.label })}
        rightSection={CHEVRON}
        searchable
        required
        readOnly={!isNew}
        data={[...modules]}
        value={input.related === '' ? null : input.related}
        error={problems.get('related')}
        onChange={(related) => {
          const label = modules.find(({ value }) => value === related)?.label ?? '';
          onChange({ ...input, related: related ?? '', label: input.label === '' ? label : input.label });
        }}
      />
      <TextInput
        label={t('studioFields.label')}
        required
        maxLength={200}
        value={input.label}
        error={problems.get('label')}
        onChange={(event) => onChange({ ...input, label: event.currentTarget.value })}
      />
      <TextInput
        label={t('studioFields.apiName')}
        className="sf-mono"
        required
        maxLength={64}
        value={name}
        error={problems.get('name')}
        onChange={(event) => onChange({ ...input, name: event.currentTarget.value })}
      />
      {input.related === module.name && (
        <TextInput
          label={t('studioFields.relationships.reverseName')}
          description={t('studioFields.relationships.reverseHelp')}
          className="sf-mono"
          required
          maxLength={64}
          value={input.reverseName}
          error={problems.get('reverseName')}
          onChange={(event) => onChange({ ...input, reverseName: event.currentTarget.value })}
        />
      )}
      <Switch
        size="xs"
        label={t('studioFields.relationships.required')}
        checked={input.required}
        onChange={(event) => onChange({ ...input, required: event.currentTarget.checked })}
      />
    </div>
  );
}
