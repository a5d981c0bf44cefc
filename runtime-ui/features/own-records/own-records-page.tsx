import type { ModuleSummary, ShellView } from '#engine/model/wire';
import { findModule, useShell } from '../../client/index.ts';
import { findHomeBody, ScreenParts } from '../../extensions/index.ts';
import { isWorkModule } from '../../headless/index.ts';
import { EmptyState, PageHeader, t, usePageTitle } from '../../kit/index.ts';
import { FavouritesCard } from '../../views/index.ts';
import { ModuleCard } from './module-card.tsx';
import { OwnSummary } from './own-summary.tsx';
import { TodoCard, WaitingCard } from './todo-card.tsx';
import './own-records.css';

/** The modules of the menu, in its order and with its labels, without duplicates. */
function listModules(shell: ShellView): readonly { readonly label: string; readonly module: ModuleSummary }[] {
  const found = new Map<string, { readonly label: string; readonly module: ModuleSummary }>();
  for (const item of shell.menu.groups.flatMap((group) => group.items)) {
    const module = item.module === undefined ? undefined : findModule(shell, item.module);
    if (module && !found.has(module.name)) found.set(module.name, { label: item.label, module });
  }
  return [...found.values()];
}

interface ContentProps {
  readonly shell: ShellView;
  readonly modules: ReturnType<typeof listModules>;
}

/** Work items come first. */
function sortModules(shell: ShellView): ContentProps['modules'] {
  return [...listModules(shell)].sort((one, two) => Number(isWorkModule(two.module)) - Number(isWorkModule(one.module)));
}

function OwnHeader({ shell, modules }: ContentProps) {
  const first = modules[0]?.module;
  return first && isWorkModule(first) ? (
    <OwnSummary shell={shell} module={first} />
  ) : (
    <PageHeader
      title={t('frame.own.hello', { name: shell.user.first_name })}
      note={<span className="ms-own-help">{t('frame.own.help')}</span>}
    />
  );
}

/** What the user has to do, then a card for each module that they may see. */
function OwnCards({ shell, modules }: ContentProps) {
  const first = modules[0]?.module;
  return (
    <>
      {first && isWorkModule(first) && (
        <>
          <TodoCard module={first} shell={shell} />
          <WaitingCard module={first} shell={shell} />
        </>
      )}
      {modules
        .filter(({ module }) => module !== first || !isWorkModule(module))
        .map(({ label, module }) => (
          <ModuleCard key={module.name} label={label} module={module} shell={shell} />
        ))}
      <ScreenParts place="home" shell={shell} />
      <FavouritesCard shell={shell} hidesWhenEmpty />
      {modules.length === 0 && <EmptyState title={t('frame.own.noneTitle')} help={t('frame.own.noneHelp')} />}
    </>
  );
}

/** What the user has to do, as a widget. */
export function OwnTodoWidget({ shell }: { readonly shell: ShellView }) {
  const [first] = sortModules(shell);
  if (first === undefined || !isWorkModule(first.module))
    return <EmptyState title={t('frame.own.noneTitle')} help={t('frame.own.noneHelp')} />;
  return (
    <div className="ms-own-widget">
      <OwnSummary shell={shell} module={first.module} isPart />
      <TodoCard module={first.module} shell={shell} />
      <WaitingCard module={first.module} shell={shell} />
    </div>
  );
}

/** The latest records of each module that the user may see, as a widget. */
export function OwnRecordsWidget({ shell }: { readonly shell: ShellView }) {
  const modules = sortModules(shell).filter(({ module }) => !isWorkModule(module));
  return (
    <div className="ms-own ms-own-widget">
      {modules.map(({ label, module }) => (
        <ModuleCard key={module.name} label={label} module={module} shell={shell} />
      ))}
      <ScreenParts place="home" shell={shell} />
      <FavouritesCard shell={shell} hidesWhenEmpty />
      {modules.length === 0 && <EmptyState title={t('frame.own.noneTitle')} help={t('frame.own.noneHelp')} />}
    </div>
  );
}

/** The first page in an area of its own: the user's records, with a card for each module that they may see; or what a plugin shows instead. */
export function OwnRecordsPage() {
  const { data: shell } = useShell();
  usePageTitle(t('frame.own.title'));
  if (!shell) return null;
  const props = { shell, modules: sortModules(shell) };
  const Body = findHomeBody();
  const content = (
    <>
      <OwnHeader {...props} />
      {/* Focusable, so that the page can be scrolled by keyboard before it contains a link. */}
      <div className="ms-page ms-own" role="region" aria-label={t('frame.own.title')} tabIndex={0}>
        <OwnCards {...props} />
      </div>
    </>
  );
  return Body === undefined ? content : <Body shell={shell}>{() => content}</Body>;
}
