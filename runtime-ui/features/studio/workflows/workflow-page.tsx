import { Braces, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { ChangeProblem } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  IconButton,
  LoadingProgress,
  Menu,
  PageHeader,
  StatusPill,
  t,
  Tabs,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDraftStore } from '../draft/draft-context.tsx';
import { useDefinition, type DraftDefinition } from '../draft/use-definition.ts';
import { useDraft } from '../draft/use-draft.ts';
import { STUDIO } from '../studio-sections.ts';
import { WorkflowBuilder } from './builder.tsx';
import { isIdle } from './is-idle.ts';
import { copyWorkflow } from './model/new-parts.ts';
import { Problems } from './parts/part-card.tsx';
import { TrialTab } from './trial/trial-tab.tsx';
import { RunsTab } from './runs/runs-tab.tsx';
import { useWorkflowNames } from './use-workflow-names.ts';
import { WorkflowFacts } from './workflow-facts.tsx';
import '../studio-fields.css';
import './workflows.css';

const LIST = `${STUDIO}/workflows`;

/** `/admin/studio/workflows/:id`: a workflow in the open draft. */
export function WorkflowPage() {
  const { id = '' } = useParams();
  const definition = useDefinition('workflow', id);
  const { action, isLoading, error, retry, discard } = definition;
  const workflow = definition.definition as unknown as WorkflowDefinition | undefined;
  usePageTitle(workflow?.name ?? t('studioWorkflows.title'));
  if (error !== undefined && workflow === undefined)
    return <ErrorState title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />;
  if (isLoading) return <LoadingProgress active />;
  if (workflow === undefined)
    return (
      <EmptyState
        headingLevel={1}
        title={t(action === 'removed' ? 'studioWorkflows.page.removed' : 'studioWorkflows.page.missing')}
        actions={
          <>
            {action === 'removed' && <Button onClick={discard}>{t('studioWorkflows.page.restore')}</Button>}
            <ButtonLink href={LIST}>{t('studioWorkflows.title')}</ButtonLink>
          </>
        }
      />
    );
  return <Workflow key={id} id={id} workflow={workflow} definition={definition} />;
}

/** The problems of the draft in a workflow, also those that changes of other definitions make in it. */
function useProblems(id: string): readonly ChangeProblem[] {
  const problems = useDraftStore().useState().view?.problems ?? [];
  return problems.filter(
    ({ change, place }) => (change?.kind === 'workflow' && change.id === id) || (place?.kind === 'workflow' && place.id === id),
  );
}

interface WorkflowProps {
  readonly id: string;
  readonly workflow: WorkflowDefinition;
  readonly definition: DraftDefinition;
}

const TABS = ['builder', 'trial', 'runs'] as const;

/** Positions that the builder shows at their parts. */
const SHOWN = /^\/(executionOccurs|appliesTo|time|schedule|button|after|conditions|alerts|actions)(\/|$)/u;

function Workflow({ id, workflow, definition }: WorkflowProps) {
  const { action, change } = definition;
  const draft = useDraft();
  const navigate = useNavigate();
  const [tab, setTab] = useState<(typeof TABS)[number]>('builder');
  const namesOf = useWorkflowNames([workflow]);
  const problems = useProblems(id);
  // Why the published workflow does not run.
  const published = action === undefined ? [definition.detail?.workflow?.problem ?? []].flat() : [];
  const others = problems.filter(({ path }) => !SHOWN.test(path)).map(({ cause }) => cause);
  const [openedAt] = useState(() => Date.now());
  const didNotRun = isIdle(action === undefined ? definition.detail?.workflow : undefined, openedAt);
  const missing = namesOf(workflow).missing.map((kind) => t(`studioWorkflows.gone.${kind}`));
  const set = useCallback((next: WorkflowDefinition) => change(next as unknown as JsonObject), [change]);
  const copy = () => {
    const copied = copyWorkflow(workflow, t('studioWorkflows.page.copyOf', { name: workflow.name }));
    draft.change('workflow', copied.id, copied as unknown as JsonObject);
    void navigate(`${LIST}/${copied.id}`);
  };
  const more = t('studioWorkflows.page.more');
  return (
    <>
      <PageHeader
        title={workflow.name === '' ? t('studioWorkflows.page.unnamed') : workflow.name}
        actions={
          <Menu
            label={more}
            target={<IconButton icon={Ellipsis} label={more} />}
            groups={[
              {
                id: 'workflow',
                items: [
                  { id: 'copy', label: t('studioWorkflows.page.copy'), icon: Copy, onSelect: copy },
                  { id: 'json', label: t('studioFields.json'), icon: Braces, href: `${STUDIO}/json/workflow/${encodeURIComponent(id)}` },
                  { id: 'remove', label: t('studioWorkflows.page.remove'), icon: Trash2, danger: true, onSelect: () => change(null) },
                ],
              },
            ]}
          />
        }
      >
        <StatusPill
          hue={workflow.active === true ? 'green' : 'gray'}
          label={t(workflow.active === true ? 'studioWorkflows.on' : 'studioWorkflows.off')}
        />
        {action !== undefined && <StatusPill plain hue="amber" label={t(`studioFields.change.${action}`)} />}
      </PageHeader>
      <div className="ms-page sw-page" role="region" aria-label={workflow.name} tabIndex={0}>
        <Tabs
          items={TABS.map((one) => ({ id: one, label: t(`studioWorkflows.tabs.${one}`) }))}
          selected={tab}
          onSelect={(next) => setTab(TABS.find((one) => one === next) ?? 'builder')}
          label={t('studioWorkflows.tabs.label')}
        >
          {tab === 'runs' && <RunsTab workflow={workflow} names={namesOf(workflow)} />}
          {tab === 'trial' && <TrialTab workflow={workflow} names={namesOf(workflow)} isDrafted={action !== undefined} />}
          {tab === 'builder' && (
            <div className="sw-column">
              <WorkflowFacts workflow={workflow} onChange={set} />
              {didNotRun && <p className="sf-note">{t('studioWorkflows.idleHelp')}</p>}
              <Problems problems={[...new Set([...published, ...others, ...missing])]} />
              <WorkflowBuilder workflow={workflow} names={namesOf(workflow)} problems={problems} onChange={set} />
            </div>
          )}
        </Tabs>
      </div>
    </>
  );
}
