import { Filter, GitCommitHorizontal, Layers, ListChecks, PenLine, Share2, type LucideIcon } from 'lucide-react';
import type { WorkflowCondition } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { selectPart, useBuilder, useNamesHere } from '../builder-context.ts';
import { describeWorkflowCondition } from '../model/describe-conditions.ts';
import { CONDITION_TYPES, copyCondition, newCondition, type ConditionType } from '../model/new-parts.ts';
import { AddMenu } from './add-menu.tsx';
import { ConditionForm } from './condition-form.tsx';
import { PartCard } from './part-card.tsx';

const ICONS: { readonly [type in ConditionType]: LucideIcon } = {
  'changes-to': GitCommitHorizontal,
  'field-changes': PenLine,
  'record-changes': Filter,
  'related-contains': Share2,
  rule: ListChecks,
  group: Layers,
};

type Conditions = readonly WorkflowCondition[];

/** The conditions of the workflow: all of them must hold, or any. */
export function ConditionsPart() {
  const { workflow, change } = useBuilder();
  const conditions = workflow.conditions ?? [];
  return (
    <>
      {conditions.length > 1 && (
        <MatchSwitch
          label={t('studioWorkflows.condition.matchLabel')}
          match={workflow.match ?? 'all'}
          onChange={(match) => change({ ...workflow, match })}
        />
      )}
      {conditions.length === 0 && <p className="sw-none">{t('studioWorkflows.condition.none')}</p>}
      <ConditionList
        conditions={conditions}
        path="/conditions"
        match={workflow.match ?? 'all'}
        onChange={(next) => change({ ...workflow, conditions: [...next] })}
      />
    </>
  );
}

interface MatchSwitchProps {
  readonly label: string;
  readonly match: 'all' | 'any';
  readonly onChange: (match: 'all' | 'any') => void;
}

function MatchSwitch({ label, match, onChange }: MatchSwitchProps) {
  return (
    <div className="sf-match sw-match" role="radiogroup" aria-label={label}>
      {(['all', 'any'] as const).map((one) => (
        <button key={one} type="button" role="radio" aria-checked={one === match} onClick={() => onChange(one)}>
          {t(`studioWorkflows.condition.${one}`)}
        </button>
      ))}
    </div>
  );
}

interface ConditionListProps {
  readonly conditions: Conditions;
  readonly path: string;
  readonly match: 'all' | 'any';
  readonly onChange: (conditions: Conditions) => void;
  readonly depth?: number;
}

function ConditionList({ conditions, path, match, onChange, depth = 0 }: ConditionListProps) {
  const { open, focusAfterRender } = useBuilder();
  const add = (condition: WorkflowCondition, at: number) => {
    onChange([...conditions.slice(0, at), condition, ...conditions.slice(at)]);
    open(condition.id);
    focusAfterRender(selectPart(condition.id));
  };
  const types = CONDITION_TYPES.filter((type) => type !== 'group' || depth < 4);
  return (
    <>
      {conditions.length > 0 && (
        <ul className="sw-list" aria-label={t('studioWorkflows.condition.list')}>
          {conditions.map((condition, index) => (
            <li key={condition.id}>
              {index > 0 && <span className="sw-join">{t(match === 'all' ? 'studioWorkflows.and' : 'studioWorkflows.or')}</span>}
              <ConditionCard
                condition={condition}
                path={`${path}/${index}`}
                depth={depth}
                onChange={(next) => onChange(conditions.map((one) => (one === condition ? next : one)))}
                onCopy={() => add(copyCondition(condition), index + 1)}
                onRemove={() => onChange(conditions.filter((one) => one !== condition))}
              />
            </li>
          ))}
        </ul>
      )}
      <AddMenu
        label={t('studioWorkflows.condition.add')}
        {...(depth > 0 && { fullLabel: t('studioWorkflows.condition.addToGroup') })}
        types={types.map((type) => ({ type, label: t(`studioWorkflows.condition.types.${type}`), icon: ICONS[type] }))}
        onAdd={(type) => add(newCondition(type), conditions.length)}
      />
    </>
  );
}

interface ConditionCardProps {
  readonly condition: WorkflowCondition;
  readonly path: string;
  readonly depth: number;
  readonly onChange: (condition: WorkflowCondition) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

function ConditionCard({ condition, path, depth, onChange, onCopy, onRemove }: ConditionCardProps) {
  const { problemsAt, open } = useBuilder();
  const names = useNamesHere();
  const isGroup = condition.type === 'group';
  const sentence = isGroup
    ? t(condition.match === 'all' ? 'studioWorkflows.condition.groupAll' : 'studioWorkflows.condition.groupAny')
    : describeWorkflowCondition(condition, names);
  return (
    <PartCard
      id={condition.id}
      icon={ICONS[condition.type]}
      hue="teal"
      sentence={sentence}
      problems={problemsAt(path, isGroup ? [`${path}/conditions/`] : [])}
      form={
        isGroup ? (
          <MatchSwitch
            label={t('studioWorkflows.condition.matchLabel')}
            match={condition.match}
            onChange={(match) => onChange({ ...condition, match })}
          />
        ) : (
          <ConditionForm condition={condition} onChange={onChange} />
        )
      }
      onCopy={onCopy}
      onRemove={() => {
        open(undefined);
        onRemove();
      }}
    >
      {isGroup && (
        <div className="sw-inner">
          <ConditionList
            conditions={condition.conditions}
            path={`${path}/conditions`}
            match={condition.match}
            depth={depth + 1}
            onChange={(conditions) => onChange({ ...condition, conditions: [...conditions] })}
          />
        </div>
      )}
    </PartCard>
  );
}
