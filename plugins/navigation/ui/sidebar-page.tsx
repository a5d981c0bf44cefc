import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ShellView } from '#engine/model';
import {
  Button,
  callApi,
  ConfirmDialog,
  ErrorState,
  getErrorMessage,
  PageHeader,
  showNotice,
  SkeletonRows,
  usePageTitle,
  useRefreshShell,
  useShell,
} from '#ui';
import type { OwnSidebar } from '../shared/drawn.ts';
import type { SidebarGroup } from '../shared/entries.ts';
import { SidebarGroups } from './sidebar-groups.tsx';
import { tNavigation } from './texts.ts';
import './editors.css';

const PATH = '/api/navigation/sidebar';

/** The groups to begin with, when there is neither a template nor an own sidebar: those of the menu. */
function menuGroups({ menu }: ShellView): readonly SidebarGroup[] {
  return menu.groups
    .map(({ label = '', items }) => ({ label, modules: items.flatMap(({ module }) => module ?? []) }))
    .filter(({ modules }) => modules.length > 0);
}

/** The sidebar of the user as it is edited; `error`: it could not be read. */
function useOwnSidebar() {
  const [stored, setStored] = useState<OwnSidebar>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    callApi<OwnSidebar>('GET', PATH, { signal: controller.signal }).then(setStored, (failure: unknown) => {
      if (!controller.signal.aborted) setError(failure);
    });
    return () => controller.abort();
  }, [attempt]);
  const retry = () => {
    setError(undefined);
    setAttempt(attempt + 1);
  };
  return { stored, setStored, error, retry };
}

/** `/app/x/navigation/sidebar`: the sidebar as the user arranges it. */
export function SidebarPage() {
  usePageTitle(tNavigation('sidebarTitle'));
  const { data: shell } = useShell();
  const { stored, setStored, error, retry } = useOwnSidebar();
  if (error !== undefined && stored === undefined)
    return <ErrorState title={tNavigation('failed')} text={getErrorMessage(error)} onRetry={retry} />;
  return (
    <>
      <PageHeader title={tNavigation('sidebarTitle')} />
      <div className="ms-page" role="region" aria-label={tNavigation('sidebarTitle')} tabIndex={0}>
        {shell === undefined || stored === undefined ? (
          <SkeletonRows rows={8} columns={2} />
        ) : (
          <SidebarEditor key={JSON.stringify(stored)} shell={shell} stored={stored} onStored={setStored} />
        )}
      </div>
    </>
  );
}

interface EditorProps {
  readonly shell: ShellView;
  readonly stored: OwnSidebar;
  readonly onStored: (stored: OwnSidebar) => void;
}

function describeOrigin({ isOwn, template }: OwnSidebar): string {
  if (isOwn) return tNavigation('sidebarOwn');
  return template === null ? tNavigation('sidebarNone') : tNavigation('sidebarTemplate', { template });
}

function SidebarEditor({ shell, stored, onStored }: EditorProps) {
  const [groups, setGroups] = useState(() => (stored.groups.length > 0 ? stored.groups : menuGroups(shell)));
  const [isCollapsed, setCollapsed] = useState(stored.isCollapsed);
  const [isSaving, setSaving] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const refreshShell = useRefreshShell();
  const send = async (method: 'PUT' | 'DELETE', done: string): Promise<void> => {
    setSaving(true);
    try {
      const next = await callApi<OwnSidebar>(method, PATH, method === 'PUT' ? { body: { groups, isCollapsed } } : {});
      refreshShell();
      showNotice({ kind: 'ok', text: done });
      onStored(next);
    } catch (failure) {
      showNotice({ kind: 'error', text: getErrorMessage(failure) });
    }
    setSaving(false);
    setResetting(false);
  };
  return (
    <div className="nv-editor">
      <p className="nv-help">{describeOrigin(stored)}</p>
      <SidebarGroups groups={groups} modules={shell.modules} onChange={setGroups} />
      <Checkbox label={tNavigation('collapsed')} checked={isCollapsed} onChange={(event) => setCollapsed(event.currentTarget.checked)} />
      <div className="nv-actions">
        {stored.isOwn && <Button onClick={() => setResetting(true)}>{tNavigation('reset')}</Button>}
        <Button variant="primary" loading={isSaving} onClick={() => void send('PUT', tNavigation('saved'))}>
          {tNavigation('save')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isResetting}
        title={tNavigation('resetTitle')}
        text={tNavigation('resetText')}
        confirmLabel={tNavigation('reset')}
        onCancel={() => setResetting(false)}
        onConfirm={() => void send('DELETE', tNavigation('resetDone'))}
      />
    </div>
  );
}
