import { Plus } from 'lucide-react';
import type { ModuleView } from '#engine/model';
import { moduleRoute, useSession } from '../../client/index.ts';
import { listViewTabs, type ListHandle } from '../../headless/index.ts';
import { ButtonLink, inSentence, PageHeader, t, Tabs, useBreakpoint } from '../../kit/index.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';

/** Title, view tabs and the button that makes a new record. */
export function ListHeader({ module, list, total }: { readonly module: ModuleView; readonly list: ListHandle; readonly total: number | undefined }) {
  const user = useSession((session) => session.user);
  const tabs = listViewTabs(module);
  const items = tabs.map((tab) => ({ id: tab.name, label: tab.label, ...(tab.name === list.state.view && total !== undefined ? { count: total } : {}) }));
  const create = t('views.list.create', { thing: inSentence(module.labelSingular) });
  const isPhone = useBreakpoint() === 'phone';
  const action = module.rights.create
    ? <ButtonLink href={`${moduleRoute(module.name, user)}/new`} variant="primary" size="sm" icon={Plus}>{isPhone ? <span className="ms-visually-hidden">{create}</span> : create}</ButtonLink>
    : <ExplainedButton module={module} action="create" size="sm">{create}</ExplainedButton>;
  return (
    <PageHeader title={module.label} actions={action}>
      {tabs.length > 1 && <Tabs look="box" label={t('views.list.views')} items={items} selected={list.state.view} onSelect={(view) => list.change({ view })} />}
    </PageHeader>
  );
}
