import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { WorkflowDefinition } from '#engine/model/definitions';
import {
  getWorkflowRuns,
  queryKeys,
  recordRoute,
  retryWorkflowRun,
  WORKFLOW_RUN_STATUSES,
  type ApiError,
  type WorkflowRun,
  type WorkflowRunPage,
  type WorkflowRunStatus,
} from '../../../../client/index.ts';
import { formatShortInstant, nameOfId } from '../../../../fields/values/index.ts';
import { useNamesById } from '../../../../headless/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Pager,
  SkeletonRows,
  StatusPill,
  t,
  TextLink,
  type PillHue,
} from '../../../../kit/index.ts';
import { useAction } from '../../../../views/index.ts';
import { Choice } from '../inputs/field-selects.tsx';
import type { WorkflowNames } from '../model/workflow-names.ts';
import { RunStep } from './run-step.tsx';

const PAGE_SIZE = 20;
const ALL = 'all';
const HUES: { readonly [status in WorkflowRunStatus]: PillHue } = {
  waiting: 'amber',
  running: 'blue',
  succeeded: 'green',
  failed: 'red',
  stopped: 'gray',
};

interface RunsTabProps {
  readonly workflow: WorkflowDefinition;
  readonly names: WorkflowNames;
}

/** The runs of a workflow, the newest first. */
export function RunsTab({ workflow, names }: RunsTabProps) {
  const [status, setStatus] = useState<WorkflowRunStatus>();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery<WorkflowRunPage, ApiError>({
    queryKey: queryKeys.workflowRuns(workflow.id, { status, page }),
    queryFn: ({ signal }) => getWorkflowRuns(workflow.id, { status, page, pageSize: PAGE_SIZE }, signal),
  });
  return (
    <div className="sw-column sw-runs">
      <div className="sw-run-filter">
        <Choice
          label={t('studioWorkflows.runs.status')}
          options={[ALL, ...WORKFLOW_RUN_STATUSES].map((one) => ({
            value: one,
            label: t(`studioWorkflows.runs.${one as WorkflowRunStatus | typeof ALL}`),
          }))}
          value={status ?? ALL}
          onChange={(next) => {
            setStatus(WORKFLOW_RUN_STATUSES.find((one) => one === next));
            setPage(0);
          }}
        />
      </div>
      {error !== null && data === undefined && (
        <ErrorState
          compact
          title={t('studioWorkflows.runs.failedToLoad')}
          text={error.message}
          code={error.code}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows rows={6} columns={4} height={36} />}
      {data?.data.length === 0 && <EmptyState compact title={t('studioWorkflows.runs.none')} help={t('studioWorkflows.runs.noneHelp')} />}
      {data !== undefined && data.data.length > 0 && <RunList runs={data.data} workflow={workflow} names={names} />}
      {data !== undefined && data.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} shown={data.data.length} total={data.total} onChange={setPage} />
      )}
    </div>
  );
}

function RunList({ runs, workflow, names }: RunsTabProps & { readonly runs: readonly WorkflowRun[] }) {
  // The module of all runs is the one of the workflow, unless it was changed since.
  const records = useNamesById(
    workflow.module,
    runs.flatMap(({ module, record }) => (module === workflow.module && record !== null ? [record] : [])),
  );
  return (
    <ul className="sw-run-list" aria-label={t('studioWorkflows.runs.title')}>
      {runs.map((run) => (
        <RunRow
          key={run._id}
          run={run}
          record={run.record === null ? t('studioWorkflows.runs.noRecord') : nameOfId(records, run.record)}
          workflow={workflow}
          names={names}
        />
      ))}
    </ul>
  );
}

interface RunRowProps extends RunsTabProps {
  readonly run: WorkflowRun;
  /** Name of its record. */
  readonly record: string;
}

function RunRow({ run, record, workflow, names }: RunRowProps) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const { isBusy, run: act } = useAction({
    onEnd: () => void queries.invalidateQueries({ queryKey: queryKeys.allWorkflowRuns(workflow.id) }),
  });
  const { _id: id, status, error, startedAt, milliseconds, steps } = run;
  return (
    <li className="sw-run" data-failed={status === 'failed' || undefined}>
      <div className="sw-run-head">
        <StatusPill hue={HUES[status]} label={t(`studioWorkflows.runs.${status}`)} />
        {run.record === null ? <span>{record}</span> : <TextLink href={recordRoute(run.module, run.record)}>{record}</TextLink>}
        <time dateTime={startedAt}>{formatShortInstant(startedAt)}</time>
        <span className="ms-muted ms-tabular">{t('studioWorkflows.runs.milliseconds', { count: milliseconds })}</span>
        {status === 'failed' && (
          <Button size="sm" icon={RotateCcw} loading={isBusy} onClick={() => act(() => retryWorkflowRun(id))}>
            {t('studioWorkflows.runs.retry')}
          </Button>
        )}
        <IconButton
          icon={isOpen ? ChevronUp : ChevronDown}
          size="sm"
          aria-expanded={isOpen}
          label={t('studioWorkflows.runs.stepsOf', { record })}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {error !== null && <p className="sf-problem">{error.text}</p>}
      {isOpen && (
        <ol className="sw-run-steps">
          {steps.length === 0 && <li>{t('studioWorkflows.runs.noSteps')}</li>}
          {steps.map((step) => (
            <li key={`${step.path} ${step.at}`}>
              <RunStep step={step} workflow={workflow} names={names} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
