import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { parseSort, pruneFilter, type FilterContext, type OmittedEntry } from '#engine/model/filter';
import type { CompiledModule } from '#engine/model/compiled';
import type { SavedView, ViewColumn, ViewGrouping, ViewProblem, ViewType } from '#engine/model/wire';
import type { SortDefinition } from '#engine/model/definitions';
import { readGroupStep } from '../read/group-records.ts';
import { filterContext } from '../read/read-query.ts';
import type { ReadServices } from '../record-services.ts';
import { mayChangeView, type FieldIdentities, type StoredView } from './stored-view.ts';
import { assertViewType, canReadColumn, findColumn, resolveFieldName, withCurrentModules } from './view-content.ts';

interface ViewProjection {
  readonly services: ReadServices;
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly view: StoredView;
  readonly problems: ViewProblem[];
}

/**
 * A view as the reader may see it, with their own rights. Conditions, columns and sort orders on fields that they may
 * not see, or that no longer exist, are omitted. The problems list them, and name a field only if the reader may know
 * of it.
 */
export function projectView(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  stored: StoredView,
  names: ReadonlyMap<string, string>,
): SavedView {
  const view = withCurrentModules(scope, module, stored);
  const projection: ViewProjection = { services, scope, module, view, problems: [] };
  const { _id, _version, name, sharing, sharedWith, owner, density, updatedAt } = view;
  const sharedWithName = sharedWith === null ? null : (names.get(sharedWith) ?? null);
  const content = {
    filter: projectFilter(projection),
    columns: projectColumns(projection),
    sort: projectSort(projection),
    groupBy: projectGrouping(projection),
    density,
    viewType: projectViewType(projection),
  };
  if (sharing !== 'private' && sharedWithName === null)
    projection.problems.push({
      part: 'sharing',
      code: 'audience_gone',
      field: null,
      text: `The ${sharing} that it is shared with is gone.`,
    });
  return {
    _id,
    _version,
    module: module.name,
    name,
    ...content,
    sharing,
    sharedWith,
    sharedWithName,
    owner,
    mayChange: mayChangeView(scope, view),
    updatedAt,
    problems: projection.problems,
  };
}

function projectFilter(projection: ViewProjection): SavedView['filter'] {
  const { services, scope, module, view } = projection;
  const { filter, omitted } = pruneFilter(view.filter, filterContext(services, scope, module), (of, name) =>
    resolveFieldName(view.memo.filter, of, name),
  );
  for (const entry of omitted) addProblem(projection, 'filter', view.memo.filter, entry);
  return filter;
}

function projectColumns(projection: ViewProjection): readonly ViewColumn[] | null {
  const { scope, module, view } = projection;
  if (view.columns === null) return null;
  const shown = view.columns.flatMap((column) => {
    const name = resolveFieldName(view.memo.columns, module, column.fieldName);
    const field = name === undefined ? undefined : findColumn(scope, module, name);
    if (field !== undefined && canReadColumn(scope, module, field)) return [{ ...column, fieldName: name ?? column.fieldName }];
    const code = field === undefined ? 'field_gone' : 'field_not_visible';
    addProblem(projection, 'columns', view.memo.columns, { code, module: module.name, field: column.fieldName });
    return [];
  });
  return shown.length === 0 ? null : shown;
}

function projectSort(projection: ViewProjection): readonly SortDefinition[] {
  const { services, scope, module, view } = projection;
  const context = filterContext(services, scope, module);
  return view.sort.flatMap((step) => {
    const name = resolveFieldName(view.memo.sort, module, step.sortField);
    const parsed = name === undefined ? undefined : parseSort([{ ...step, sortField: name }], context);
    if (parsed?.ok === true) return [{ ...step, sortField: name ?? step.sortField }];
    const code = parsed?.code === 'field_not_visible' ? 'field_not_visible' : isGone(module, name) ? 'field_gone' : 'not_valid';
    addProblem(projection, 'sort', view.memo.sort, { code, module: module.name, field: step.sortField });
    return [];
  });
}

function projectGrouping(projection: ViewProjection): ViewGrouping | null {
  const { module, view } = projection;
  if (view.groupBy === null) return null;
  const name = resolveFieldName(view.memo.groupBy, module, view.groupBy.field);
  const step = { ...view.groupBy, field: name ?? view.groupBy.field };
  const code =
    name === undefined ? 'field_gone' : refusalOf(projection, step.field, (context) => readGroupStep(projection.scope, context, step));
  if (code === undefined) return step;
  addProblem(projection, 'groupBy', view.memo.groupBy, { code, module: module.name, field: view.groupBy.field });
  return null;
}

function projectViewType(projection: ViewProjection): ViewType | null {
  const { module, view } = projection;
  if (view.viewType === null) return null;
  const name = resolveFieldName(view.memo.viewType, module, view.viewType.field);
  const viewType = { ...view.viewType, field: name ?? view.viewType.field };
  const code = name === undefined ? 'field_gone' : refusalOf(projection, viewType.field, (context) => assertViewType(context, viewType));
  if (code === undefined) return viewType;
  addProblem(projection, 'viewType', view.memo.viewType, { code, module: module.name, field: view.viewType.field });
  return null;
}

/** Why a part that refers to `field` is omitted; undefined: it is not. */
function refusalOf(
  { services, scope, module }: ViewProjection,
  field: string,
  read: (context: FilterContext) => unknown,
): OmittedEntry['code'] | undefined {
  try {
    read(filterContext(services, scope, module));
    return undefined;
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    if (isGone(module, field)) return 'field_gone';
    return scope.rights.canFilter(module, field.split('.')[0] ?? '') ? 'not_valid' : 'field_not_visible';
  }
}

function isGone(module: CompiledModule, name: string | undefined): boolean {
  return name === undefined || !module.fields.has(name.split('.')[0] ?? '');
}

/** The module and the field that an omitted part refers to, as they are called now; undefined: it is gone. */
function findOmitted({ scope, module }: ViewProjection, memo: FieldIdentities, { module: name, field }: OmittedEntry) {
  const of = scope.snapshot.module(name) ?? module;
  const head = field.split('.')[0] ?? '';
  const found = of.fields.get(resolveFieldName(memo, of, head) ?? head);
  return found === undefined ? undefined : { module: of, field: found };
}

/** The label of an omitted field: a hidden field is never named, and one that no longer exists may have been hidden before. */
function labelOf(projection: ViewProjection, memo: FieldIdentities, entry: OmittedEntry): string | null {
  const { code, module: name, field } = entry;
  if (code === 'field_not_visible') return null;
  const head = field.split('.')[0] ?? '';
  if (code === 'field_gone')
    return mayChangeView(projection.scope, projection.view) ? (memo[name]?.[head]?.label ?? (head === '' ? null : head)) : null;
  const found = findOmitted(projection, memo, entry);
  return found !== undefined && canReadColumn(projection.scope, found.module, found.field) ? found.field.label : null;
}

const PARTS: { readonly [part in ViewProblem['part']]: string } = {
  filter: 'A condition',
  columns: 'A column',
  sort: 'An order',
  groupBy: 'The grouping',
  density: 'The row height',
  viewType: 'The board or calendar',
  sharing: 'The sharing',
};

function addProblem(projection: ViewProjection, part: ViewProblem['part'], memo: FieldIdentities, entry: OmittedEntry): void {
  const code = isReadable(projection, memo, entry) && entry.code === 'field_not_visible' ? 'not_valid' : entry.code;
  const field = labelOf(projection, memo, { ...entry, code });
  const of = field === null ? 'a field' : `the field ${field}`;
  const why = {
    field_gone: `on ${of} that is gone`,
    field_not_visible: 'on a field that you may not see',
    not_valid: `on ${of} that cannot be used so`,
  }[code];
  projection.problems.push({ part, code, field, text: `${PARTS[part]} ${why} is left out.` });
}

/** A reader may see values of a field by which no list is filtered or sorted for them: a sensitive one, or one that a preview cannot calculate yet. */
function isReadable(projection: ViewProjection, memo: FieldIdentities, entry: OmittedEntry): boolean {
  const found = findOmitted(projection, memo, entry);
  return found !== undefined && canReadColumn(projection.scope, found.module, found.field);
}
