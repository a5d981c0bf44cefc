import { Plus, X } from 'lucide-react';
import type { WorkflowStep } from '#engine/model/definitions';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { useNamesHere } from '../builder-context.ts';
import { RuleInput } from '../inputs/rule-input.tsx';

type Branch = Extract<WorkflowStep, { readonly type: 'branch' }>;

/** The most branches of a step. */
const MOST = 10;

/** The conditions of the branches. */
export function BranchForm({ step, onChange }: { readonly step: Branch; readonly onChange: (step: WorkflowStep) => void }) {
  const { module } = useNamesHere();
  return (
    <>
      {step.branches.map((branch, index) => {
        const label = t('studioWorkflows.branch.condition', { number: index + 1 });
        return (
          <div key={index} className="sw-branch-condition">
            <div className="sw-branch-head">
              <span className="sw-label">{label}</span>
              {step.branches.length > 1 && (
                <IconButton
                  icon={X}
                  size="sm"
                  label={t('studioWorkflows.branch.remove', { number: index + 1 })}
                  onClick={() => onChange({ ...step, branches: step.branches.filter((_one, at) => at !== index) })}
                />
              )}
            </div>
            <RuleInput
              module={module?.name}
              kind="condition"
              label={label}
              value={branch.condition === true ? undefined : branch.condition}
              onChange={(condition) => {
                const branches = step.branches.map((one, at) => (at === index ? { ...one, condition: condition ?? true } : one));
                onChange({ ...step, branches } as Branch);
              }}
            />
          </div>
        );
      })}
      {step.branches.length < MOST && (
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          onClick={() => onChange({ ...step, branches: [...step.branches, { condition: true, steps: [] }] })}
        >
          {t('studioWorkflows.branch.add')}
        </Button>
      )}
    </>
  );
}
