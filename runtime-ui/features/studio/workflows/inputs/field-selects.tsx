import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { Icon, t } from '../../../../kit/index.ts';
import { useNamesHere } from '../builder-context.ts';
import { findField, findRelation, relatedModuleName } from '../model/workflow-names.ts';
import { useStudioModules } from '../use-studio-modules.ts';

export const CHEVRON = <Icon of={ChevronDown} />;

type Accepts = (field: FieldView) => boolean;

/** Workflows read neither sensitive nor internal fields. */
export function isReadable({ sensitive, internal, deleted }: FieldView): boolean {
  return sensitive !== true && internal !== true && deleted !== true;
}

export function isDay({ inputType }: FieldView): boolean {
  return inputType === 'Date' || inputType === 'DateTime';
}

/** A value that is not among the options is shown as it is: the field, or what else it names, was removed. */
export function withCurrent(options: readonly { readonly value: string; readonly label: string }[], value: string | undefined) {
  const isKnown = value === undefined || value === '' || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: t('studioWorkflows.removed', { name: value }) }];
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly isLabelHidden?: boolean;
}

/** A choice that always has a value. */
export function Choice({ label, options, value, onChange, isLabelHidden = false }: ChoiceProps) {
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={t('studioWorkflows.choose')}
      rightSection={CHEVRON}
      searchable={options.length > 8}
      openOnFocus={false}
      allowDeselect={false}
      maxDropdownHeight={280}
      nothingFoundMessage={t('views.fields.noMatch')}
      data={withCurrent(options, value)}
      value={value === undefined || value === '' ? null : value}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}

interface FieldChoiceProps extends Omit<ChoiceProps, 'options'> {
  readonly module: ModuleView | undefined;
  readonly accepts?: Accepts;
}

/** Chooses a field of a module. */
export function FieldChoice({ module, accepts = isReadable, ...choice }: FieldChoiceProps) {
  const fields = (module?.fields ?? []).filter(accepts);
  return <Choice {...choice} options={fields.map(({ fieldName, label }) => ({ value: fieldName, label }))} />;
}

/** Chooses a relation that leads to records of one module. `many`: only those that lead to several records. */
export function RelationChoice({ many = false, ...choice }: Omit<ChoiceProps, 'options'> & { readonly many?: boolean }) {
  const { module } = useNamesHere();
  const relations = (module?.relations ?? []).filter(
    (relation) => relation.modules.length === 1 && (!many || relation.many || relation.direction === 'reverse'),
  );
  return <Choice {...choice} options={relations.map(({ name, label }) => ({ value: name, label }))} />;
}

/** Name of the module of the one record that a field points to; undefined: it points to none, to several, or to several modules. */
function pointsTo(module: ModuleView | undefined, name: string): string | undefined {
  const relation = findRelation(module, name);
  return relation?.direction === 'forward' && !relation.many ? relatedModuleName(module, name) : undefined;
}

/** Chooses a field of the record, or of a record that it points to: 'name', 'account.name'. */
export function PathChoice({ accepts = isReadable, value = '', onChange, label, ...choice }: Omit<FieldChoiceProps, 'module'>) {
  const { module } = useNamesHere();
  const [head = '', inner] = value.split('.');
  const target = pointsTo(module, head);
  const other = useStudioModules(target === undefined ? [] : [target]).get(target ?? '');
  const isAccepted = (field: FieldView) => isReadable(field) && accepts(field);
  const headField = findField(module, head);
  const itself =
    headField !== undefined && isAccepted(headField)
      ? [{ value: '', label: t('studioWorkflows.path.itself', { name: other?.labelSingular ?? headField.label }) }]
      : [];
  const fields = (other?.fields ?? []).filter(isAccepted).map(({ fieldName, label: text }) => ({ value: fieldName, label: text }));
  return (
    <div className="sw-path">
      <FieldChoice
        {...choice}
        label={label}
        module={module}
        accepts={(field) => isReadable(field) && (isAccepted(field) || pointsTo(module, field.fieldName) !== undefined)}
        value={head}
        onChange={onChange}
      />
      {target !== undefined && (
        <Select
          aria-label={t('studioWorkflows.path.ofRelated', { name: headField?.label ?? head })}
          placeholder={t('studioWorkflows.choose')}
          rightSection={CHEVRON}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          maxDropdownHeight={280}
          data={[...itself, ...withCurrent(fields, inner)]}
          value={inner ?? (itself.length > 0 ? '' : null)}
          onChange={(next) => {
            if (next !== null) onChange(next === '' ? head : `${head}.${next}`);
          }}
        />
      )}
    </div>
  );
}
