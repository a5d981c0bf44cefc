import { usableListViews, type AccessScope, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { BUILT_IN_VIEWS, type SavedView, type SavedViewList, type ViewCount } from '#engine/model/wire';
import type { CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { getReadableModule } from '../access/record-access.ts';
import { createSystemDocumentWrite } from '../documents/stored-document.ts';
import { buildReadQuery } from '../read/read-query.ts';
import type { RecordServices } from '../record-services.ts';
import { checkIdempotency } from '../save/idempotency.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { beginWrite } from '../save/write-context.ts';
import { projectView } from './project-view.ts';
import type { ArrangeViewsInput, DefaultViewInput } from './saved-view-operations.ts';
import {
  audienceNames,
  audiencesOf,
  getReadableView,
  ownerOf,
  readStoredView,
  VIEW_CHOICES_COLLECTION,
  VIEW_KEYS,
  VIEWS_COLLECTION,
  type StoredView,
  type ViewChoices,
} from './stored-view.ts';

const MAX_VIEWS = 500;

/** Deadline of one count in milliseconds. The counts of tabs are not worth more time. */
const COUNT_DEADLINE = 2_000;

const NO_CHOICES: ViewChoices = { order: [], default: null };

/** The views of a module that the actor may use, in the actor's order. */
export async function listViews(
  services: RecordServices,
  actor: Actor,
  input: { readonly module: string; readonly includeAllShared?: boolean | undefined },
): Promise<SavedViewList> {
  const scope = await services.access.scope(actor);
  const module = getReadableModule(scope, input.module);
  if (input.includeAllShared === true && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const [views, choices] = await Promise.all([
    loadViews(services, scope, module, input.includeAllShared === true),
    loadChoices(services, scope, module),
  ]);
  return toList(scope, module, views, choices, await projectViews(services, scope, module, views));
}

/** Returns one view. */
export async function getView(services: RecordServices, actor: Actor, input: { readonly id: string }): Promise<SavedView> {
  const scope = await services.access.scope(actor);
  const { module, view } = await getReadableView(services, scope, input.id);
  return projectView(services, scope, module, view, await audienceNames(services, scope, [view]));
}

/** Saves the actor's order of views. */
export function arrangeViews(services: RecordServices, actor: Actor, input: ArrangeViewsInput): Promise<SavedViewList> {
  return choose(services, actor, input, (before) => ({ ...before, order: [...new Set(input.ids)].slice(0, MAX_VIEWS) }));
}

/** Saves the view that the list opens with. */
export function setDefaultView(services: RecordServices, actor: Actor, input: DefaultViewInput): Promise<SavedViewList> {
  return choose(services, actor, input, async (before, scope) => {
    if (input.view !== null && !namesOfCommonViews(scope, getReadableModule(scope, input.module)).includes(input.view)) {
      const { module } = await getReadableView(services, scope, input.view);
      if (module.name !== input.module) throw new MusterError('view_not_found');
    }
    return { ...before, default: input.view };
  });
}

/** Counts the records that each view shows the actor, one view after the other, so that counts do not delay lists. */
export async function countViews(
  services: RecordServices,
  actor: Actor,
  input: { readonly module: string },
): Promise<readonly ViewCount[]> {
  const scope = await services.access.scope(actor);
  const module = getReadableModule(scope, input.module);
  const views = await loadViews(services, scope, module, false);
  const shown = views.map((view) => projectView(services, scope, module, view, new Map()));
  const counted: { readonly _id: string; readonly filter: JsonObject }[] = [{ _id: 'all', filter: {} }];
  if (module.fields.has('assigned_to') && scope.rights.canFilter(module, 'assigned_to'))
    counted.push({ _id: 'mine', filter: { assigned_to: { equals: { $: 'me' } } } });
  counted.push(
    ...usableListViews(scope.rights, module, scope.snapshot).map(({ name, filter }) => ({ _id: name, filter: filter as JsonObject })),
  );
  const counts: ViewCount[] = [];
  for (const { _id, filter } of [...counted, ...shown]) counts.push({ _id, total: await count(services, scope, module, filter) });
  return counts;
}

async function count(services: RecordServices, scope: AccessScope, module: CompiledModule, filter: JsonObject): Promise<number | null> {
  const {
    query: { sort: _sort, ...query },
  } = buildReadQuery(services, scope, { module, filter });
  try {
    return (await services.store.count({ ...query, deadline: COUNT_DEADLINE })).total;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'filter_too_costly') return null;
    throw error;
  }
}

async function loadViews(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  includeAllShared: boolean,
): Promise<readonly StoredView[]> {
  const { rights } = scope;
  const values = audiencesOf(
    ownerOf(scope),
    rights.teams,
    rights.roles.map((role) => role.id),
  );
  const nodes: FilterNode[] = [
    { kind: 'equals', key: VIEW_KEYS.audience, values: includeAllShared ? [...values, 'shared'] : values },
    { kind: 'equals', key: VIEW_KEYS.module, values: [module.id] },
  ];
  const stored = await services.store.find({
    collection: VIEWS_COLLECTION.name,
    filter: { kind: 'all', nodes },
    sort: [],
    limit: MAX_VIEWS,
  });
  return stored.map(({ document }) => readStoredView(document));
}

async function projectViews(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  views: readonly StoredView[],
): Promise<readonly SavedView[]> {
  const names = await audienceNames(services, scope, views);
  return views.map((view) => projectView(services, scope, module, view, names));
}

/** The views that nobody saved: those of every module, and those of the definition. */
function namesOfCommonViews({ rights, snapshot }: AccessScope, module: CompiledModule): readonly string[] {
  return [...BUILT_IN_VIEWS, ...usableListViews(rights, module, snapshot).map(({ name }) => name)];
}

function toList(
  scope: AccessScope,
  module: CompiledModule,
  views: readonly StoredView[],
  choices: ViewChoices,
  shown: readonly SavedView[],
): SavedViewList {
  const placeOf = (id: string): number => {
    const at = choices.order.indexOf(id);
    return at < 0 ? choices.order.length : at;
  };
  const ids = [...namesOfCommonViews(scope, module), ...views.map((view) => view._id)];
  const isThere = choices.default !== null && ids.includes(choices.default);
  return {
    data: [...shown].sort((a, b) => placeOf(a._id) - placeOf(b._id)),
    total: shown.length,
    default: isThere ? choices.default : null,
  };
}

function choicesId(user: string, module: CompiledModule): string {
  return `${user}:${module.id}`;
}

async function loadChoices(services: RecordServices, scope: AccessScope, module: CompiledModule): Promise<ViewChoices> {
  const [stored] = await services.store.get(VIEW_CHOICES_COLLECTION.name, [choicesId(ownerOf(scope), module)]);
  return choicesOf(stored);
}

function choicesOf(stored: { readonly document: RecordDocument } | undefined): ViewChoices {
  return stored === undefined ? NO_CHOICES : (stored.document as unknown as ViewChoices);
}

async function choose(
  services: RecordServices,
  actor: Actor,
  { module: name, idempotency }: Pick<ArrangeViewsInput, 'module' | 'idempotency'>,
  change: (before: ViewChoices, scope: AccessScope) => ViewChoices | Promise<ViewChoices>,
): Promise<SavedViewList> {
  const context = await beginWrite(services, actor, {});
  const { scope } = context;
  const module = getReadableModule(scope, name);
  const id = choicesId(ownerOf(scope), module);
  const { result } = await commitWithRetry(context, async (attempt) => {
    const { earlier, hasSameRights, save } = await checkIdempotency(attempt, idempotency, 'any');
    if (earlier !== undefined && hasSameRights) return earlier as unknown as SavedViewList;
    if (earlier !== undefined) return listCurrent(services, scope, module, await loadChoices(services, scope, module));
    const [stored] = await services.store.get(VIEW_CHOICES_COLLECTION.name, [id]);
    const { order, default: opens } = choicesOf(stored);
    const choices = await change({ order, default: opens }, scope);
    attempt.unit.addWrite(
      createSystemDocumentWrite(VIEW_CHOICES_COLLECTION.name, id, stored?.document, {
        document: { ...choices },
        keys: {},
        previousKeys: {},
      }),
    );
    const list = await listCurrent(services, scope, module, choices);
    save(attempt, list as unknown as JsonValue);
    return list;
  });
  return result;
}

async function listCurrent(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  choices: ViewChoices,
): Promise<SavedViewList> {
  const views = await loadViews(services, scope, module, false);
  return toList(scope, module, views, choices, await projectViews(services, scope, module, views));
}
