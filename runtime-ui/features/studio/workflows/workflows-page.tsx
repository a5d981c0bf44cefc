import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatShortInstant } from '../../../fields/values/index.ts';
import { randomKey } from '../../../client/index.ts';
import { Button, StatusPill, t, TextLink, type TextKey } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { STUDIO } from '../studio-sections.ts';

const COLUMNS = ['name', 'module', 'when', 'state', 'updated', 'change'] as const;
const PAGE_SIZE = 10;

/** `/admin/studio/workflows`: all workflows, with those of the draft; each is edited as JSON. */
export function WorkflowsPage() {
  const definitions = useDefinitions('workflow');
  const modules = useDefinitions('module').list ?? [];
  const labelOf = (name: string): string => modules.find((one) => one.name === name)?.label ?? name;
  return (
    <DefinitionList
      title={t('studioWorkflows.title')}
      definitions={definitions}
      note={definitions.list?.length.toLocaleString('en-US')}
      actions={<NewWorkflow module={modules.find((one) => one.module?.active !== false)?.name} />}
      find={t('studioWorkflows.find')}
      matches={(one, words) => `${one.label} ${labelOf(read(one).module)}`.toLowerCase().includes(words.trim().toLowerCase())}
      none={t('studioWorkflows.none')}
      columns={COLUMNS.map((column) => t(`studioWorkflows.list.${column}`))}
      pageSize={PAGE_SIZE}
      renderRow={(one) => <WorkflowRow key={one.id} workflow={one} moduleLabel={labelOf(read(one).module)} />}
    />
  );
}

/** What the list shows: of the draft, if it changes the workflow. */
function read({ workflow, drafted }: ListedDefinition): { readonly module: string; readonly when: string; readonly active: boolean } {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (drafted !== undefined)
    return { module: textOf(drafted['module']), when: textOf(drafted['executionOccurs']), active: drafted['active'] === true };
  return { module: workflow?.module ?? '', when: workflow?.executionOccurs ?? '', active: workflow?.active === true };
}

function WorkflowRow({ workflow: one, moduleLabel }: { readonly workflow: ListedDefinition; readonly moduleLabel: string }) {
  const { when } = read(one);
  const updatedAt = one.workflow?.updatedAt ?? null;
  const isKnown = ['save', 'time', 'schedule', 'button', 'webhook', 'workflow'].includes(when);
  return (
    <tr data-removed={one.action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">
          {one.action === 'removed' ? (
            one.label
          ) : (
            <TextLink href={`${STUDIO}/json/workflow/${encodeURIComponent(one.id)}`}>{one.label}</TextLink>
          )}
        </span>
      </th>
      <td>{moduleLabel}</td>
      <td>{isKnown ? t(`studioWorkflows.when.${when}` as TextKey) : when}</td>
      <StateCell of={one} />
      <td>
        {updatedAt === null ? (
          <span className="ms-muted">{t('studioWorkflows.never')}</span>
        ) : (
          <time dateTime={updatedAt}>{formatShortInstant(updatedAt)}</time>
        )}
      </td>
      <ChangeCell of={one} />
    </tr>
  );
}

function StateCell({ of: one }: { readonly of: ListedDefinition }) {
  const problem = one.drafted === undefined ? (one.workflow?.problem ?? null) : null;
  const { active } = read(one);
  if (problem !== null)
    return (
      <td title={problem}>
        <StatusPill plain hue="red" label={t('studioWorkflows.broken')} />
      </td>
    );
  return (
    <td>
      <StatusPill plain hue={active ? 'green' : 'gray'} label={t(active ? 'studioWorkflows.on' : 'studioWorkflows.off')} />
    </td>
  );
}

/** Adds a workflow to the draft, and opens its JSON. */
function NewWorkflow({ module }: { readonly module: string | undefined }) {
  const draft = useDraft();
  const navigate = useNavigate();
  const add = () => {
    const id = `workflow_${randomKey()}`;
    draft.change('workflow', id, {
      id,
      name: t('studioWorkflows.newName'),
      module: module ?? '',
      executionOccurs: 'save',
      active: false,
      conditions: [],
      alerts: [],
      actions: [],
    });
    void navigate(`${STUDIO}/json/workflow/${id}`);
  };
  return (
    <Button variant="primary" icon={Plus} disabled={module === undefined} onClick={add}>
      {t('studioWorkflows.add')}
    </Button>
  );
}
