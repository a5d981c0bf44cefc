import { ChevronDown, Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView, SavedView } from '#engine/model/wire';
import { moduleRoute, useSession } from '../../client/index.ts';
import { listViewTabs, useSavedViews, useViewCounts, type ListHandle } from '../../headless/index.ts';
import {
  LazyBoundary,
  ButtonLink,
  Icon,
  IconButton,
  createLazyComponent,
  Menu,
  PageHeader,
  t,
  Tabs,
  useBreakpoint,
} from '../../kit/index.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { LazyViewTypeSwitch } from './lazy-view-type-switch.tsx';
import { LazyMenu } from './lazy-menu.tsx';

const ViewMenu = createLazyComponent(async () => (await import('./view-menu.tsx')).ViewMenu);
const ViewDialog = createLazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog);

interface ListHeaderProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Number of records in the list; the counts of other views are loaded after it. */
  readonly total: number | undefined;
  /** Whether the first request has completed, also with an error. */
  readonly isSettled: boolean;
}

interface ViewTab {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly count: number | undefined;
}

/** The team or role that a view is shared with, as a tooltip. */
function hintOf(view: SavedView): string | undefined {
  if (view.sharing === 'private' || view.sharedWithName === null) return undefined;
  return t(view.sharing === 'team' ? 'saved.sharedTeam' : 'saved.sharedRole', { name: view.sharedWithName });
}

/** The built-in views and the saved views, with the number of records of each. */
function useTabs({ module, list, total }: Pick<ListHeaderProps, 'module' | 'list' | 'total'>): readonly ViewTab[] {
  const views = useSavedViews(module.name).data?.data ?? [];
  const counts = useViewCounts(module.name, total !== undefined);
  // In groups a record is counted in each of its groups.
  const isPlain = !list.isChanged && list.state.searchText === '' && list.state.groupBy === null && list.state.viewType === null;
  const countOf = (id: string) => (id === list.state.view && total !== undefined && isPlain ? total : counts.get(id));
  return [
    ...listViewTabs(module).map(({ name, label }) => ({ id: name, label, hint: undefined, count: countOf(name) })),
    ...views.map((view) => ({ id: view._id, label: view.name, hint: hintOf(view), count: countOf(view._id) })),
  ];
}

/** On a phone the title is the open view, and a menu contains the others. */
function PhoneTitle({ module, list, tabs }: Pick<ListHeaderProps, 'module' | 'list'> & { readonly tabs: readonly ViewTab[] }) {
  const open = tabs.find((tab) => tab.id === list.state.view);
  const items = tabs.map((tab) => ({
    id: tab.id,
    label: tab.label,
    trailing: tab.count?.toLocaleString('en-US'),
    onSelect: () => list.openView(tab.id),
  }));
  const button = (
    <button type="button" className="mv-view-title" aria-label={`${t('views.list.views')}: ${open?.label ?? module.label}`}>
      <span className="ms-clip">{open?.label ?? module.label}</span>
      <Icon of={ChevronDown} />
    </button>
  );
  return <Menu label={t('views.list.views')} position="bottom-start" width={280} groups={[{ id: 'views', items }]} target={button} />;
}

/** Title, view tabs and the button that creates a record. */
export function ListHeader(props: ListHeaderProps) {
  const { module, list, total, isSettled } = props;
  const [isNaming, setNaming] = useState(false);
  const user = useSession((session) => session.user);
  const isPhone = useBreakpoint() === 'phone';
  const tabs = useTabs(props);
  const create = t('views.list.create', { thing: lowercaseLabel(module.labelSingular) });
  const action = module.rights.create ? (
    <ButtonLink href={`${moduleRoute(module.name, user)}/new`} variant="primary" size="sm" icon={Plus}>
      {isPhone ? <span className="ms-visually-hidden">{create}</span> : create}
    </ButtonLink>
  ) : (
    <ExplainedButton module={module} action="create" size="sm">
      {create}
    </ExplainedButton>
  );
  const items = tabs.map(({ id, label, hint, count }) => ({
    id,
    label: hint === undefined ? label : <span title={hint}>{label}</span>,
    ...(count === undefined ? {} : { count }),
  }));
  const options = (
    <LazyMenu
      button={<IconButton icon={Ellipsis} size="sm" label={t('saved.options')} />}
      menu={(button) => <ViewMenu module={module} list={list} total={total} target={button} />}
    />
  );
  const viewTypeSwitch = !isPhone && <LazyViewTypeSwitch module={module} list={list} isSettled={isSettled} />;
  return (
    <PageHeader
      title={isPhone ? <PhoneTitle module={module} list={list} tabs={tabs} /> : module.label}
      actions={
        <>
          {viewTypeSwitch}
          {action}
        </>
      }
    >
      {!isPhone && <Tabs look="box" label={t('views.list.views')} items={items} selected={list.state.view} onSelect={list.openView} />}
      {options}
      {!isPhone && <IconButton icon={Plus} size="sm" label={t('saved.new')} onClick={() => setNaming(true)} />}
      {isNaming && (
        <LazyBoundary fallback={null}>
          <ViewDialog
            module={module}
            list={list}
            onClose={() => setNaming(false)}
            onSaved={(saved) => {
              setNaming(false);
              list.openView(saved._id);
            }}
          />
        </LazyBoundary>
      )}
    </PageHeader>
  );
}
