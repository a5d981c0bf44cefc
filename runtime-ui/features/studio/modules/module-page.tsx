import { Braces, ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { routeOfModule, type ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  findIcon,
  Icon,
  LoadingProgress,
  PageHeader,
  StatusPill,
  t,
  Tabs,
  type TabItem,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDefinition, type DraftDefinition } from '../draft/use-definition.ts';
import { FieldsTab } from '../fields/fields-tab.tsx';
import { usePublishedView } from '../fields/use-published-view.ts';
import { RelationshipsOfModule } from '../relationships/relationships-of-module.tsx';
import { Lockable, lockOf, LockNotice } from './module-lock.tsx';
import { LayoutsTab, RightsTab, RulesTab, UsedByTab } from './module-tabs.tsx';
import { SettingsTab } from './settings-tab.tsx';
import '../studio-fields.css';

const PAGE = '/admin/studio/modules';
const TABS = ['fields', 'relationships', 'layouts', 'rules', 'access', 'uses', 'settings'] as const;
type TabName = (typeof TABS)[number];

/** `/admin/studio/modules/:id/:tab?/:field?`: everything about one module. */
export function ModulePage() {
  const { id = '' } = useParams();
  const drafted = useDefinition('module', id);
  const { definition, action, error, isLoading, retry } = drafted;
  const module = definition as unknown as ModuleDefinition | undefined;
  usePageTitle(module?.label ?? '');
  if (error !== undefined && module === undefined)
    return <ErrorState title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />;
  if (isLoading) return <LoadingProgress active />;
  if (module === undefined)
    return (
      <EmptyState
        headingLevel={1}
        title={t(action === 'removed' ? 'studioFields.module.removed' : 'studioFields.module.missing')}
        help={t(action === 'removed' ? 'studioFields.module.removedHelp' : 'studioFields.module.missingHelp')}
        actions={<ButtonLink href={PAGE}>{t('studioFields.modules.title')}</ButtonLink>}
      />
    );
  return <ModuleContent module={module} drafted={drafted} />;
}

interface ContentProps {
  readonly module: ModuleDefinition;
  readonly drafted: DraftDefinition;
}

function ModuleContent({ module, drafted }: ContentProps) {
  const { tab: given, field } = useParams();
  const navigate = useNavigate();
  const { detail, action, problems } = drafted;
  const tab = TABS.find((one) => one === given) ?? 'fields';
  const base = `${PAGE}/${module.id}`;
  const rules = useMemo(() => countRules(module), [module]);
  const counts: { readonly [name in TabName]?: number } = {
    fields: module.fields.length,
    relationships: module.relationships?.length ?? 0,
    rules,
    uses: detail?.references.length ?? 0,
  };
  const items: TabItem[] = TABS.map((name) => ({
    id: name,
    label: t(`studioFields.module.tab.${name}`),
    ...(counts[name] === undefined ? {} : { count: counts[name] }),
  }));
  return (
    <>
      <PageHeader
        title={
          <>
            <Icon of={findIcon(module.icon)} /> {module.label}
          </>
        }
        note={<code className="ms-mono">{module.name}</code>}
        actions={
          <>
            <ButtonLink href={`/admin/studio/json/module/${module.id}`} icon={Braces}>
              {t('studioFields.json')}
            </ButtonLink>
            {action !== 'added' && module.active !== false && (
              <ButtonLink href={`/app${routeOfModule(module)}`} icon={ExternalLink}>
                {t('studioFields.module.open')}
              </ButtonLink>
            )}
          </>
        }
      >
        <StatusPill plain label={t(`studioFields.kind.${module.kind}`)} />
        {action === 'added' && <StatusPill plain hue="green" label={t('studioFields.change.added')} />}
        {action === 'changed' && <StatusPill plain hue="amber" label={t('studioFields.change.changed')} />}
        {detail?.customized === true && <StatusPill plain label={t('studioFields.modules.customized')} />}
      </PageHeader>
      <LockNotice lock={lockOf(module, detail)} />
      <Tabs
        label={t('studioFields.module.tabs')}
        items={items}
        selected={tab}
        onSelect={(next) => void navigate(next === 'fields' ? base : `${base}/${next}`)}
      >
        <ModuleTab
          tab={tab}
          module={module}
          drafted={drafted}
          field={field}
          onSelect={(name) => void navigate(name === undefined ? base : `${base}/fields/${name}`, { replace: true })}
        />
      </Tabs>
      {problems.filter(({ path }) => !path.startsWith('/fields/')).length > 0 && (
        <ul className="sf-problems" aria-label={t('studioFields.problems')}>
          {problems
            .filter(({ path }) => !path.startsWith('/fields/'))
            .map(({ path, cause }) => (
              <li key={`${path} ${cause}`} className="sf-problem">
                <code className="ms-mono">{path}</code> {cause}
              </li>
            ))}
        </ul>
      )}
    </>
  );
}

/** The conditions and rules of a module and of its fields. */
export function countRules({ fields, validations = [] }: ModuleDefinition): number {
  const ofFields = fields.map(({ visibleWhen, requiredWhen, readOnlyWhen, validations: own = [], transitionRequirements = [] }) => {
    const conditions = [visibleWhen, requiredWhen, readOnlyWhen].filter((one) => one !== undefined);
    return conditions.length + own.length + transitionRequirements.length;
  });
  return validations.length + ofFields.reduce((sum, one) => sum + one, 0);
}

interface ModuleTabProps extends ContentProps {
  readonly tab: TabName;
  readonly field: string | undefined;
  readonly onSelect: (name: string | undefined) => void;
}

function ModuleTab({ tab, module, drafted, field, onSelect }: ModuleTabProps) {
  const view = usePublishedView(module.id);
  const { detail, problems, change } = drafted;
  const lock = lockOf(module, detail);
  const onChange = (next: ModuleDefinition) => change(next as unknown as JsonObject);
  switch (tab) {
    case 'fields':
      return (
        <FieldsTab
          module={module}
          detail={detail}
          view={view}
          lock={lock}
          problems={problems}
          selected={field}
          onSelect={onSelect}
          onChange={onChange}
        />
      );
    case 'relationships':
      return <RelationshipsOfModule module={module} lock={lock} onChange={onChange} />;
    case 'layouts':
      return <LayoutsTab module={module} />;
    case 'rules':
      return (
        <Lockable lock={lock}>
          <RulesTab module={module} onChange={onChange} />
        </Lockable>
      );
    case 'access':
      return <RightsTab module={module} publishedName={detail?.name} />;
    case 'uses':
      return <UsedByTab references={detail?.references ?? []} />;
    case 'settings':
      return (
        <SettingsTab module={module} lock={lock} isPublished={detail !== undefined} onChange={onChange} onRemove={() => change(null)} />
      );
  }
}
