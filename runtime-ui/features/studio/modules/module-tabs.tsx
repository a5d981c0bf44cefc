import { MultiSelect, TextInput } from '@mantine/core';
import { ChevronDown, Plus, X } from 'lucide-react';
import { LAYOUT_VIEWS, nameGeneratedLayout, type Condition, type ModuleDefinition, type ModuleValidation } from '#engine/model/definitions';
import type { DefinitionDetail } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { Button, EmptyState, Icon, IconButton, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { ConditionTrial } from '../conditions/condition-trial.tsx';
import { listModuleTrials } from '../conditions/trial-rules.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { useDefinitions } from '../draft/use-definitions.ts';
import { nameApp } from '../layouts/editor/layout-chooser.tsx';
import { listLayoutRows } from '../layouts/model/layout-rows.ts';
import { ModuleRoles } from '../roles/module-roles.tsx';
import { UseTable } from '../uses/use-list.tsx';
import { useFieldDefinitions } from '../fields/use-published-view.ts';

const CHEVRON = <Icon of={ChevronDown} />;

/** The layouts of each view of a module; a view without one has a layout that is generated from the fields. */
export function LayoutsTab({ module }: { readonly module: ModuleDefinition }) {
  const layouts = useDefinitions('layout').list ?? [];
  const { id, name, label } = module;
  const [row] = listLayoutRows([{ id, name, label, generatedId: (view) => nameGeneratedLayout(id, view) }], layouts, '');
  return (
    <div className="sf-tab">
      <p className="sf-note">{t('studioFields.layouts.help')}</p>
      <ul className="sf-list">
        {LAYOUT_VIEWS.flatMap((view) =>
          (row?.views[view] ?? []).map((one) => (
            <li key={one.id}>
              <TextLink href={`/admin/studio/layouts/${encodeURIComponent(one.id)}`}>{t(`studioLayout.view.${view}`)}</TextLink>
              <span className="ms-muted">
                {one.isGenerated ? t('studioLayout.generated') : (one.role ?? t('studioFields.layouts.everyone'))}
              </span>
              {one.app !== null && <StatusPill plain label={nameApp(one.app)} />}
              {one.action !== undefined && <StatusPill plain label={t(`studioFields.change.${one.action}`)} />}
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

/** The level of each role on the module, which is edited in the role. */
export function RightsTab({ module, publishedName }: { readonly module: ModuleDefinition; readonly publishedName: string | undefined }) {
  return (
    <div className="sf-tab">
      <p className="sf-note">{t('studioFields.rights.help', { module: module.label })}</p>
      <ModuleRoles module={publishedName ?? module.name} label={module.label} />
    </div>
  );
}

/** Everything that refers to the module or to one of its fields. */
export function UsedByTab({ references }: Pick<DefinitionDetail, 'references'>) {
  if (references.length === 0) return <EmptyState compact title={t('studioFields.module.unused')} />;
  return <UseTable references={references} />;
}

export interface RulesTabProps {
  readonly module: ModuleDefinition;
  readonly onChange: (module: ModuleDefinition) => void;
}

/** Rules for the records of a module; those of fields are at the fields. */
export function RulesTab({ module, onChange }: RulesTabProps) {
  const rules = module.validations ?? [];
  const set = (next: readonly ModuleValidation[]) => {
    const { validations: _before, ...rest } = module;
    onChange(next.length === 0 ? rest : { ...rest, validations: [...next] });
  };
  return (
    <div className="sf-tab">
      <p className="sf-note">{t('studioFields.rules.help')}</p>
      <ConditionTrial module={module} rules={listModuleTrials(module)} />
      {rules.map((rule, at) => (
        <RuleCard
          key={at}
          module={module}
          rule={rule}
          number={at + 1}
          onChange={(next) => set(rules.map((one, index) => (index === at ? next : one)))}
          onRemove={() => set(rules.filter((_, index) => index !== at))}
        />
      ))}
      <Button size="sm" icon={Plus} onClick={() => set([...rules, { condition: true, message: t('studioFields.rules.message') }])}>
        {t('studioFields.addRule')}
      </Button>
      <FieldRules module={module} />
    </div>
  );
}

interface RuleCardProps {
  readonly module: ModuleDefinition;
  readonly rule: ModuleValidation;
  readonly number: number;
  readonly onChange: (rule: ModuleValidation) => void;
  readonly onRemove: () => void;
}

function RuleCard({ module, rule, number, onChange, onRemove }: RuleCardProps) {
  const fields = useFieldDefinitions(module);
  const { fields: _fields, ...withoutFields } = rule;
  return (
    <div className="sf-card" role="group" aria-label={t('studioFields.ruleOf', { number })}>
      <ConditionEditor
        kind="condition"
        module={module}
        label={t('studioFields.mustBe')}
        value={rule.condition === true ? undefined : (rule.condition as JsonValue)}
        onChange={(condition) => onChange({ ...rule, condition: (condition as Condition | undefined) ?? true })}
      />
      <TextInput
        label={t('studioFields.message')}
        required
        maxLength={500}
        value={rule.message}
        error={rule.message.trim() === '' ? t('studioFields.problem.message') : undefined}
        onChange={(event) => onChange({ ...rule, message: event.currentTarget.value })}
      />
      <MultiSelect
        label={t('studioFields.rules.fields')}
        rightSection={CHEVRON}
        searchable
        data={fields.map(({ fieldName, label }) => ({ value: fieldName, label }))}
        value={[...(rule.fields ?? [])]}
        onChange={(next) => onChange(next.length === 0 ? withoutFields : { ...rule, fields: next })}
      />
      <IconButton icon={X} size="xs" label={t('studioFields.removeRule', { number })} onClick={onRemove} />
    </div>
  );
}

const RULES = ['visibleWhen', 'requiredWhen', 'readOnlyWhen', 'validations', 'transitionRequirements'] as const;

/** Links to the fields that have rules. */
function FieldRules({ module }: { readonly module: ModuleDefinition }) {
  const fields = module.fields.filter((field) => RULES.some((name) => field[name] !== undefined));
  if (fields.length === 0) return null;
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t('studioFields.rules.ofFields')}</h3>
      <ul className="sf-list">
        {fields.map((field) => (
          <li key={field.id}>
            <TextLink href={`/admin/studio/modules/${module.id}/fields/${field.fieldName}`}>{field.label}</TextLink>
            <span className="ms-muted">
              {RULES.filter((name) => field[name] !== undefined)
                .map((name) => t(`studioFields.property.${name}`))
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
