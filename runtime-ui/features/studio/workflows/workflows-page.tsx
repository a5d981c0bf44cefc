import { Switch } from '@mantine/core';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeader,
  Pager,
  SearchInput,
  SkeletonRows,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { ChangeCell } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { STUDIO } from '../studio-sections.ts';
import { describeTrigger } from './model/describe-trigger.ts';
import { copyWorkflow } from './model/new-parts.ts';
import type { WorkflowNames } from './model/workflow-names.ts';
import { NewWorkflowDialog } from './new-workflow-dialog.tsx';
import { Sentence } from './parts/sentence.tsx';
import { useWorkflowDefinitions } from './use-workflow-definitions.ts';
import { useWorkflowNames } from './use-workflow-names.ts';
import '../studio-fields.css';
import './workflows.css';

const PAGE = `${STUDIO}/workflows`;
const PAGE_SIZE = 25;
const COLUMNS = ['name', 'module', 'when', 'weight', 'change', 'active', 'copy'] as const;

/** `/admin/studio/workflows`: the workflows of the definitions, with those of the draft. */
export function WorkflowsPage() {
  const { list, error, retry } = useDefinitions('workflow');
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const draft = useDraft();
  const title = t('studioWorkflows.title');
  usePageTitle(title);
  const found = list?.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase())) ?? [];
  const shown = found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const create = (workflow: WorkflowDefinition) => {
    draft.change('workflow', workflow.id, workflow as unknown as JsonObject);
    void navigate(`${PAGE}/${workflow.id}`);
  };
  return (
    <>
      <PageHeader
        title={title}
        note={list?.length.toLocaleString('en-US')}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => setNew(true)}>
            {t('studioWorkflows.list.new')}
          </Button>
        }
      />
      <div className="ms-page sf-page" role="region" aria-label={title} tabIndex={0}>
        <div className="sf-tools">
          <SearchInput
            label={t('studioWorkflows.list.find')}
            value={words}
            onChange={(next) => {
              setWords(next);
              setPage(0);
            }}
          />
        </div>
        {error !== undefined && list === undefined && (
          <ErrorState compact title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />
        )}
        {error === undefined && list === undefined && <SkeletonRows rows={8} columns={COLUMNS.length} height={36} />}
        {list !== undefined && found.length === 0 && (
          <EmptyState
            compact
            title={t(list.length === 0 ? 'studioWorkflows.list.empty' : 'studioWorkflows.list.none')}
            help={t(list.length === 0 ? 'studioWorkflows.list.emptyHelp' : 'studioFields.noneHelp')}
          />
        )}
        {shown.length > 0 && <WorkflowTable key={page} title={title} shown={shown} onCreate={create} />}
        {found.length > PAGE_SIZE && (
          <Pager page={page} pageSize={PAGE_SIZE} shown={shown.length} total={found.length} onChange={setPage} />
        )}
      </div>
      {isNew && <NewWorkflowDialog examples={list ?? []} onClose={() => setNew(false)} onCreate={create} />}
    </>
  );
}

interface WorkflowTableProps {
  readonly title: string;
  readonly shown: readonly ListedDefinition[];
  readonly onCreate: (workflow: WorkflowDefinition) => void;
}

function WorkflowTable({ title, shown, onCreate }: WorkflowTableProps) {
  const workflows = useWorkflowDefinitions(shown);
  const namesOf = useWorkflowNames([...workflows.values()]);
  return (
    <div className="sf-scroll">
      <table className="sf-table sf-stack sw-table" aria-label={title}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column === 'copy' ? (
                  <span className="ms-visually-hidden">{t('studioWorkflows.list.copy')}</span>
                ) : (
                  t(`studioWorkflows.list.${column}`)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => {
            const workflow = workflows.get(one.id);
            return <WorkflowRow key={one.id} listed={one} workflow={workflow} names={workflow && namesOf(workflow)} onCreate={onCreate} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

interface WorkflowRowProps {
  readonly listed: ListedDefinition;
  /** undefined: it is loading, or removed. */
  readonly workflow: WorkflowDefinition | undefined;
  readonly names: WorkflowNames | undefined;
  readonly onCreate: (workflow: WorkflowDefinition) => void;
}

function WorkflowRow({ listed, workflow, names, onCreate }: WorkflowRowProps) {
  const draft = useDraft();
  const { id, label, action } = listed;
  return (
    <tr data-removed={action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">
          {action === 'removed' ? label : <TextLink href={`${PAGE}/${encodeURIComponent(id)}`}>{label}</TextLink>}
        </span>
      </th>
      <td>{names?.module?.label ?? workflow?.module}</td>
      <td className="sw-when">{workflow !== undefined && names !== undefined && <Sentence text={describeTrigger(workflow, names)} />}</td>
      <td className="ms-tabular" data-label={t('studioWorkflows.list.weight')} data-short>
        {workflow?.weight ?? (workflow && 0)}
      </td>
      <ChangeCell of={listed} />
      <td data-short>
        {workflow !== undefined && (
          <Switch
            size="sm"
            aria-label={t('studioWorkflows.list.activeOf', { name: label })}
            label={t(workflow.active === true ? 'studioWorkflows.on' : 'studioWorkflows.off')}
            checked={workflow.active === true}
            onChange={({ currentTarget: { checked } }) =>
              draft.change('workflow', id, { ...(workflow as unknown as JsonObject), active: checked })
            }
          />
        )}
      </td>
      <td data-short>
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
