import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { SkeletonRows, t } from '../../../kit/index.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { useDefinition } from '../draft/use-definition.ts';
import type { ListedDefinition } from '../draft/use-definitions.ts';
import { LEVEL_RIGHTS, OWN_RECORDS, readRule, setRight } from './role-rights.ts';

export interface RowRulesProps {
  readonly module: ListedDefinition;
  readonly role: JsonObject;
  readonly onChange: (role: JsonObject) => void;
}

/** The filters of the rights of a role on a module that are rules. */
export function RowRules({ module, role, onChange }: RowRulesProps) {
  const { definition } = useDefinition('module', module.id);
  if (definition === undefined) return <SkeletonRows rows={1} columns={1} height={32} />;
  return LEVEL_RIGHTS.map((right) => {
    const filter = readRule(role, module.name, right);
    const label = t('studioRoles.ruleOf', { right: t(`studioRoles.columns.${right}`), module: module.label });
    return filter === undefined ? null : (
      <div key={right} className="st-rule">
        <span className="st-note">{label}</span>
        <ConditionEditor
          module={definition as unknown as ModuleDefinition}
          kind="filter"
          label={label}
          value={filter}
          onChange={(next) => onChange(setRight(role, module.name, right, { filter: next ?? OWN_RECORDS }))}
        />
      </div>
    );
  });
}
