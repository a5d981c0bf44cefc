import type { ModuleSummary, ShellView } from '#engine/model/wire';
import { findModule, useShell } from '../../client/index.ts';
import { ScreenParts } from '../../extensions/index.ts';
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

/** The first page in an area of its own: the user's records, with a card for each module that they may see. */
export function OwnRecordsPage() {
  const { data: shell } = useShell();
  usePageTitle(t('frame.own.title'));
  if (!shell) return null;
  // Work items come first.
  const modules = [...listModules(shell)].sort((one, two) => Number(isWorkModule(two.module)) - Number(isWorkModule(one.module)));
  const first = modules[0]?.module;
  return (
    <>
      {first && isWorkModule(first) ? (
        <OwnSummary shell={shell} module={first} />
      ) : (
        <PageHeader
          title={t('frame.own.hello', { name: shell.user.first_name })}
          note={<span className="ms-own-help">{t('frame.own.help')}</span>}
        />
      )}
      {/* Focusable, so that the page can be scrolled by keyboard before it contains a link. */}
      <div className="ms-page ms-own" role="region" aria-label={t('frame.own.title')} tabIndex={0}>
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
      </div>
    </>
  );
}
