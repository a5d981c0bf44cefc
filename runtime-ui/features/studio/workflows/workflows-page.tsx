import { Switch } from '@mantine/core';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { formatShortInstant } from '../../../fields/values/index.ts';
import { Button, IconButton, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { STUDIO } from '../studio-sections.ts';
import { isIdle } from './is-idle.ts';
import { describeTrigger } from './model/describe-trigger.ts';
import { copyWorkflow } from './model/new-parts.ts';
import type { WorkflowNames } from './model/workflow-names.ts';
import { NewWorkflowDialog } from './new-workflow-dialog.tsx';
import { Sentence } from './parts/sentence.tsx';
import { useModuleOptions } from './use-studio-modules.ts';
import { useWorkflowDefinitions } from './use-workflow-definitions.ts';
import { useWorkflowNames } from './use-workflow-names.ts';
import './workflows.css';

const PAGE = `${STUDIO}/workflows`;
const COLUMNS = ['name', 'module', 'when', 'state', 'weight', 'updated', 'change', 'copy'] as const;
const PAGE_SIZE = 10;

/** `/admin/studio/workflows`: all workflows, with those of the draft. */
export function WorkflowsPage() {
  const definitions = useDefinitions('workflow');
  const modules = useModuleOptions();
  const draft = useDraft();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const labelOf = (one: ListedDefinition): string => {
    const name = moduleOf(one);
    return modules.find(({ value }) => value === name)?.label ?? name;
  };
  const create = (workflow: WorkflowDefinition) => {
    draft.change('workflow', workflow.id, workflow as unknown as JsonObject);
    void navigate(`${PAGE}/${workflow.id}`);
  };
  return (
    <>
      <DefinitionList
        title={t('studioWorkflows.title')}
        definitions={definitions}
        note={definitions.list?.length.toLocaleString('en-US')}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => setNew(true)}>
            {t('studioWorkflows.list.new')}
          </Button>
        }
        find={t('studioWorkflows.list.find')}
        matches={(one, words) => `${one.label} ${labelOf(one)}`.toLowerCase().includes(words.trim().toLowerCase())}
        none={t('studioWorkflows.list.none')}
        columns={COLUMNS.map((column) => t(`studioWorkflows.list.${column}`))}
        pageSize={PAGE_SIZE}
        renderRow={(one) => <WorkflowRow key={one.id} listed={one} moduleLabel={labelOf(one)} now={openedAt} onCreate={create} />}
      />
      {isNew && <NewWorkflowDialog examples={definitions.list ?? []} onClose={() => setNew(false)} onCreate={create} />}
    </>
  );
}

/** Name of the module, as the draft has it. */
function moduleOf({ workflow, drafted }: ListedDefinition): string {
  const name = drafted?.['module'];
  return typeof name === 'string' ? name : (workflow?.module ?? '');
}

interface WorkflowRowProps {
  readonly listed: ListedDefinition;
  readonly moduleLabel: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onCreate: (workflow: WorkflowDefinition) => void;
}

function WorkflowRow({ listed, moduleLabel, now, onCreate }: WorkflowRowProps) {
  const { id, label, action } = listed;
  const workflow = useWorkflowDefinitions([listed]).get(id);
  const names = useWorkflowNames(workflow === undefined ? [] : [workflow]);
  const updatedAt = listed.workflow?.updatedAt ?? null;
  return (
    <tr data-removed={action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">
          {action === 'removed' ? label : <TextLink href={`${PAGE}/${encodeURIComponent(id)}`}>{label}</TextLink>}
        </span>
      </th>
      <td>{moduleLabel}</td>
      <td className="sw-when">{workflow !== undefined && <Sentence text={describeTrigger(workflow, names(workflow))} />}</td>
      <StateCell listed={listed} workflow={workflow} missing={workflow === undefined ? [] : names(workflow).missing} now={now} />
      <td className="ms-tabular">{workflow && (workflow.weight ?? 0)}</td>
      <td>
        {updatedAt === null ? (
          <span className="ms-muted">{t('studioWorkflows.list.never')}</span>
        ) : (
          <time dateTime={updatedAt}>{formatShortInstant(updatedAt)}</time>
        )}
      </td>
      <ChangeCell of={listed} />
      <td>
        {workflow !== undefined && (
          <IconButton
            icon={Copy}
            size="sm"
            label={t('studioWorkflows.list.copyOf', { name: label })}
            onClick={() => onCreate(copyWorkflow(workflow, t('studioWorkflows.page.copyOf', { name: workflow.name })))}
          />
        )}
      </td>
    </tr>
  );
}

interface StateCellProps extends Pick<WorkflowRowProps, 'listed' | 'now'>, Pick<WorkflowNames, 'missing'> {
  readonly workflow: WorkflowDefinition | undefined;
}

/** Whether it is on, or why it does not run. */
function StateCell({ listed, workflow, missing, now }: StateCellProps) {
  const draft = useDraft();
  const problem = listed.drafted === undefined ? (listed.workflow?.problem ?? null) : null;
  if (problem !== null)
    return (
      <td title={problem}>
        <StatusPill plain hue="red" label={t('studioWorkflows.list.broken')} />
      </td>
    );
  if (workflow === undefined) return <td />;
  return (
    <td>
      <Switch
        size="sm"
        aria-label={t('studioWorkflows.list.activeOf', { name: listed.label })}
        label={t(workflow.active === true ? 'studioWorkflows.on' : 'studioWorkflows.off')}
        checked={workflow.active === true}
        onChange={({ currentTarget: { checked } }) =>
          draft.change('workflow', listed.id, { ...(workflow as unknown as JsonObject), active: checked })
        }
      />
      {missing.length > 0 && (
        <span title={missing.map((kind) => t(`studioWorkflows.gone.${kind}`)).join(' ')}>
          <StatusPill plain hue="amber" label={t('studioWorkflows.gone.label')} />
        </span>
      )}
      {isIdle(listed.action === undefined ? listed.workflow : undefined, now) && (
        <StatusPill plain hue="amber" label={t('studioWorkflows.idle')} />
      )}
    </td>
  );
}
