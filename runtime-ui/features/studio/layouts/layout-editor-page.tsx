import { Braces } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  chooseLayout,
  hasSameAudience,
  isCommonLayout,
  LAYOUT_APPS,
  LAYOUT_VIEWS,
  nameGeneratedLayout,
  type LayoutAudience,
  type LayoutDefinition,
  type LayoutView,
  type ModuleDefinition,
} from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { RecordData } from '../../../client/index.ts';
import { RelatePicker } from '../../../fields/widgets/index.ts';
import { isRelating, useModule, useModuleSummaries, useRecord, useRecordSearch } from '../../../headless/index.ts';
import { ButtonLink, EmptyState, ErrorState, PageHeader, SkeletonRows, StatusPill, t, usePageTitle } from '../../../kit/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { lockOf } from '../modules/module-lock.tsx';
import { useDefinitions } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { STUDIO } from '../studio-sections.ts';
import { useLayoutCost, withIndex } from './editor/cost.tsx';
import { LayoutEditor } from './editor/layout-editor.tsx';
import { LayoutChooser } from './editor/layout-chooser.tsx';
import { LayoutRoles } from './editor/layout-roles.tsx';
import { RoleProperties } from './editor/role-properties.tsx';
import { withDraftFields } from './model/draft-module.ts';
import { findPlace } from './model/layout-edit.ts';
import { copyFor, countDifferences, replaceContent } from './model/role-layouts.ts';
import { VIEW_TRAITS } from './model/view-traits.ts';
import { useDraftModule } from './use-draft-module.ts';
import { useModuleLayouts } from './use-module-layouts.ts';

/** Records that the canvas of a list shows. */
const RECORDS = 8;

function toJson(definition: LayoutDefinition | ModuleDefinition): JsonObject {
  return definition as unknown as JsonObject;
}

interface SubjectProps {
  readonly id: string;
  readonly moduleId: string;
  readonly moduleName: string;
}

/** The records of a list with the names of their relates, and the one that the canvas shows: the chosen one, else the first. */
function useCanvasRecords(module: ModuleView | undefined, chosen: string | undefined) {
  const populate = module?.fields.filter(isRelating).map(({ fieldName }) => fieldName) ?? [];
  const { data } = useRecordSearch(module, { pageSize: RECORDS, ...(populate.length > 0 ? { populate } : {}) });
  const records = useMemo(() => data?.data ?? [], [data]);
  return { records, id: chosen ?? records[0]?._id };
}

interface EditorProps extends SubjectProps {
  /** The module is not published yet: there are no records, and nothing to measure. */
  readonly isNew?: boolean;
  readonly layout: LayoutDefinition;
  /** All layouts of the module. */
  readonly layouts: readonly LayoutDefinition[];
  readonly module: ModuleView;
}

/** What changes layouts in the open draft. */
function useLayoutChanges(layout: LayoutDefinition, layouts: readonly LayoutDefinition[]) {
  const navigate = useNavigate();
  const { change, discardChange } = useDraft();
  const isNew = useDefinitions('layout').list?.find(({ id }) => id === layout.id)?.action === 'added';
  const ofView = layouts.filter(({ view }) => view === layout.view);
  const common = ofView.find(isCommonLayout);
  const put = (next: LayoutDefinition) => change('layout', next.id, toJson(next));
  const open = (id: string) => void navigate(`${STUDIO}/layouts/${encodeURIComponent(id)}`);
  return {
    ofView,
    common,
    put,
    open,
    copyTo: (audience: LayoutAudience) => {
      const own = ofView.find((one) => hasSameAudience(one, audience));
      const ids = layouts.map(({ id }) => id);
      const copy = own === undefined ? copyFor(layout, audience, ids) : replaceContent(own, layout);
      put(copy);
      open(copy.id);
    },
    remove: () => {
      if (isNew) discardChange('layout', layout.id);
      else change('layout', layout.id, null);
      if (common !== undefined) open(common.id);
    },
  };
}

/** The views whose layout, for the same users, contains a field. */
function listViewsWith(fieldName: string, { role, app }: LayoutAudience, layouts: readonly LayoutDefinition[]): readonly LayoutView[] {
  return LAYOUT_VIEWS.filter((view) => {
    const of = layouts.filter((one) => one.view === view);
    const used = chooseLayout(of, role === undefined ? [] : [role], LAYOUT_APPS.find((one) => one === app) ?? 'main');
    return used !== undefined && findPlace(used, fieldName) !== undefined;
  });
}

function LoadedEditor({ layout, layouts, module, moduleId, isNew = false }: EditorProps) {
  const draft = useDraft();
  const owner = useDefinition('module', moduleId);
  const roles = useDefinitions('role').list ?? [];
  const { ofView, common, put, open, copyTo, remove } = useLayoutChanges(layout, layouts);
  const [summary] = useModuleSummaries(isNew ? [] : [module.name]);
  const [chosen, setChosen] = useState<{ readonly _id: string; readonly name: string } | undefined>(undefined);
  const { records, id: recordId } = useCanvasRecords(isNew ? undefined : module, chosen?._id);
  const { data: record } = useRecord(module, recordId);
  const definition = owner.definition as unknown as ModuleDefinition | undefined;
  const effective = owner.detail?.definition as unknown as ModuleDefinition | undefined;
  const shownModule = useMemo(() => withDraftFields(module, definition, effective), [module, definition, effective]);
  const earlierNames = useMemo(() => new Map(effective?.fields.map(({ id, fieldName }) => [id, fieldName])), [effective]);
  const { cost } = useLayoutCost(layout, definition, !isNew && VIEW_TRAITS[layout.view].cost !== undefined && definition !== undefined);
  const differences = isCommonLayout(layout) || common === undefined ? 0 : countDifferences(layout, common);
  return (
    <>
      <PageHeader
        title={`${module.label}: ${t(`studioLayout.view.${layout.view}`)}`}
        actions={
          <ButtonLink href={`${STUDIO}/json/layout/${encodeURIComponent(layout.id)}`} icon={Braces}>
            {t('studioFields.json')}
          </ButtonLink>
        }
        note={differences > 0 ? <StatusPill plain hue="amber" label={t('studioLayout.differs', { count: differences })} /> : undefined}
      >
        <LayoutChooser layout={layout} layouts={layouts} onOpen={open} />
      </PageHeader>
      <LayoutEditor
        key={layout.id}
        layout={layout}
        module={shownModule}
        record={record as RecordData | undefined}
        records={records}
        cost={cost}
        history={draft}
        onChange={put}
        onAddIndex={
          definition === undefined || lockOf(definition, owner.detail) !== undefined
            ? undefined
            : (offer) => owner.change(toJson(withIndex(definition, offer)))
        }
        viewsWith={(fieldName) => listViewsWith(fieldName, layout, layouts)}
        recordChooser={
          isNew ? (
            <p className="sl-note">{t('studioLayout.noRecords')}</p>
          ) : (
            <div className="sl-record">
              <RelatePicker
                module={summary}
                value={chosen}
                onPick={setChosen}
                placeholder={t('studioLayout.chooseRecord')}
                wrapping={{ 'aria-label': t('studioLayout.chooseRecord') }}
              />
            </div>
          )
        }
        roleProperties={
          <>
            <RoleProperties
              layout={layout}
              layouts={ofView}
              roles={roles.map(({ name }) => name)}
              onCopy={copyTo}
              onTakeOver={(from) => put(replaceContent(layout, from))}
              onRemove={remove}
            />
            <LayoutRoles layout={layout} layouts={ofView} module={shownModule} earlierNames={earlierNames} />
          </>
        }
      />
    </>
  );
}

function Subject(props: SubjectProps) {
  const { id, moduleId, moduleName } = props;
  const { layouts, error, retry } = useModuleLayouts(moduleId, moduleName);
  const { data: module, error: moduleError, refetch } = useModule(moduleName);
  const failure = error ?? moduleError;
  if (failure)
    return (
      <ErrorState
        title={t('studioLayout.failed')}
        text={failure.message}
        code={failure.code}
        onRetry={() => {
          retry();
          void refetch();
        }}
      />
    );
  if (layouts === undefined || module === undefined) return <SkeletonRows rows={8} columns={3} height={40} />;
  const layout = layouts.find((one) => one.id === id);
  if (layout === undefined) return <NoLayout />;
  return <LoadedEditor {...props} layout={layout} layouts={layouts} module={module} />;
}

/** The editor of a layout of a module that exists only in the draft. */
function DraftSubject(props: SubjectProps) {
  const { module, layouts } = useDraftModule(props.moduleId);
  const layout = layouts.find(({ id }) => id === props.id);
  if (module === undefined || layout === undefined) return <NoLayout />;
  return <LoadedEditor {...props} layout={layout} layouts={layouts} module={module} isNew />;
}

function NoLayout() {
  return (
    <EmptyState
      title={t('studioLayout.noLayout')}
      help={t('studioLayout.noLayoutHelp')}
      actions={
        <ButtonLink variant="primary" href={`${STUDIO}/layouts`}>
          {t('studioLayout.allLayouts')}
        </ButtonLink>
      }
    />
  );
}

/** `/admin/studio/layouts/:id`: the editor of a layout. */
export function LayoutEditorPage() {
  const { id = '' } = useParams();
  const modules = useDefinitions('module');
  const layouts = useDefinitions('layout');
  usePageTitle(t('studioLayout.title'));
  const error = modules.error ?? layouts.error;
  if (error)
    return (
      <ErrorState
        title={t('studioLayout.failed')}
        text={error.message}
        code={error.code}
        onRetry={() => {
          modules.retry();
          layouts.retry();
        }}
      />
    );
  if (modules.list === undefined || layouts.list === undefined) return <SkeletonRows rows={8} columns={3} height={40} />;
  const name = layouts.list.find((one) => one.id === id)?.layout?.module;
  const module = modules.list.find((one) =>
    name === undefined ? LAYOUT_VIEWS.some((view) => nameGeneratedLayout(one.id, view) === id) : one.name === name,
  );
  if (module === undefined) return <NoLayout />;
  if (module.action === 'added') return <DraftSubject key={module.id} id={id} moduleId={module.id} moduleName={module.name} />;
  return <Subject key={module.id} id={id} moduleId={module.id} moduleName={module.name} />;
}
