import { Checkbox } from '@mantine/core';
import type { WorkflowCondition } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { useNamesHere } from '../builder-context.ts';
import { FieldChoice, RelationChoice } from '../inputs/field-selects.tsx';
import { RuleInput } from '../inputs/rule-input.tsx';
import { ConstantInput } from '../inputs/value-input.tsx';
import { findField, relatedModuleName } from '../model/workflow-names.ts';
import { useStudioModules } from '../use-studio-modules.ts';

type ConditionOf<Type extends WorkflowCondition['type']> = Extract<WorkflowCondition, { readonly type: Type }>;
type SingleCondition = Exclude<WorkflowCondition, { readonly type: 'group' }>;

interface FormProps<Condition extends WorkflowCondition> {
  readonly condition: Condition;
  readonly onChange: (condition: WorkflowCondition) => void;
}

/** The inputs of a condition. */
export function ConditionForm({ condition, onChange }: FormProps<SingleCondition>) {
  const { module } = useNamesHere();
  switch (condition.type) {
    case 'changes-to':
      return <ChangeForm condition={condition} onChange={onChange} />;
    case 'field-changes':
      return (
        <FieldChoice
          label={t('studioWorkflows.condition.field')}
          module={module}
          value={condition.field}
          onChange={(field) => onChange({ ...condition, field })}
        />
      );
    case 'record-changes':
      return <p className="sf-note">{t('studioWorkflows.condition.recordChangesHelp')}</p>;
    case 'related-contains':
      return <RelatedForm condition={condition} onChange={onChange} />;
    case 'rule':
      return (
        <RuleInput
          module={module?.name}
          kind="condition"
          label={t('studioWorkflows.condition.rule')}
          // A rule that is true without tests: it is not written yet.
          value={condition.rule === true ? undefined : condition.rule}
          onChange={(rule) => onChange({ ...condition, rule: rule ?? true } as WorkflowCondition)}
        />
      );
  }
}

function ChangeForm({ condition, onChange }: FormProps<ConditionOf<'changes-to'>>) {
  const { module } = useNamesHere();
  const { id, type, field: name } = condition;
  const field = findField(module, name);
  return (
    <>
      <FieldChoice
        label={t('studioWorkflows.condition.field')}
        module={module}
        value={name}
        onChange={(next) => onChange({ id, type, field: next, ...(Object.hasOwn(condition, 'from') && { from: '' }), to: '' })}
      />
      {field !== undefined &&
        (['from', 'to'] as const).map((property) => {
          const label = t(`studioWorkflows.condition.${property}`);
          const { [property]: value, ...rest } = condition;
          return (
            <div key={property} className="sw-bound">
              <Checkbox
                label={label}
                checked={value !== undefined}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? { ...condition, [property]: startOf(field.inputType) } : rest)
                }
              />
              {value !== undefined && (
                <div className="sw-hidden-label">
                  <ConstantInput
                    field={field}
                    owner={module}
                    label={t('studioWorkflows.condition.valueOf', { label })}
                    value={value}
                    onChange={(next) => onChange({ ...condition, [property]: next })}
                  />
                </div>
              )}
            </div>
          );
        })}
    </>
  );
}

function startOf(inputType: string): boolean | string {
  return inputType === 'Checkbox' ? true : '';
}

function RelatedForm({ condition, onChange }: FormProps<ConditionOf<'related-contains'>>) {
  const { module } = useNamesHere();
  const { relation, field: name, value } = condition;
  const target = relatedModuleName(module, relation);
  const other = useStudioModules(target === undefined ? [] : [target]).get(target ?? '');
  const field = findField(other, name);
  return (
    <>
      <RelationChoice
        label={t('studioWorkflows.condition.relation')}
        value={relation}
        onChange={(next) => onChange({ ...condition, relation: next, field: '', value: '' })}
      />
      <FieldChoice
        label={t('studioWorkflows.condition.relatedField')}
        module={other}
        value={name}
        onChange={(next) => onChange({ ...condition, field: next, value: '' })}
      />
      {field !== undefined && (
        <ConstantInput
          field={field}
          owner={other}
          label={t('studioWorkflows.condition.value')}
          value={value}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
    </>
  );
}
