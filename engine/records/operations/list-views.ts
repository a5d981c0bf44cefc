import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { BUILT_IN_VIEWS, type CompiledModule, type FilterNode, type JsonObject, type JsonValue, type RecordDocument, type SavedView, type SavedViewList, type ViewCount } from '#engine/model';
import type { RecordKernel } from '../kernel.ts';
import type { ArrangeViewsInput, DefaultViewInput } from '../saved-views.ts';
import { audiencesOf, readStoredView, VIEW_CHOICES_COLLECTION, VIEW_KEYS, VIEWS_COLLECTION, type StoredView, type ViewChoices } from '../shapes/stored-view.ts';
import { beginCall } from '../stages/begin-call.ts';
import { commitAttempt } from '../stages/commit-attempt.ts';
import { findAnswer } from '../stages/idempotency.ts';
import { reachModule } from '../stages/reach-module.ts';
import { buildReadQuery } from '../stages/read-query.ts';
import { showView } from '../stages/show-view.ts';
import { audienceNames, ownerOf, reachView } from '../stages/view-access.ts';
import { makeOwnWrite } from '../stages/write-own.ts';

const MOST_SHOWN = 500;
/** Milliseconds that one count may take: figures beside tabs are worth no more. */
const COUNT_DEADLINE = 2_000;

const NO_CHOICES: ViewChoices = { order: [], default: null };

/** The views of a module that the actor may use, in their own order. */
export async function listViews(kernel: RecordKernel, actor: Actor, input: { readonly module: string; readonly everyones?: boolean | undefined }): Promise<SavedViewList> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  if (input.everyones === true && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const [views, choices] = await Promise.all([loadViews(kernel, scope, module, input.everyones === true), loadChoices(kernel, scope, module)]);
  return toList(views, choices, await showAll(kernel, scope, module, views));
}

/** One view. */
export async function getView(kernel: RecordKernel, actor: Actor, input: { readonly id: string }): Promise<SavedView> {
  const scope = await kernel.access.scope(actor);
  const { module, view } = await reachView(kernel, scope, input.id);
  return showView(kernel, scope, module, view, await audienceNames(kernel, scope, [view]));
}

/** Keeps the actor's own order. */
export function arrangeViews(kernel: RecordKernel, actor: Actor, input: ArrangeViewsInput): Promise<SavedViewList> {
  return choose(kernel, actor, input, (before) => ({ ...before, order: [...new Set(input.ids)].slice(0, MOST_SHOWN) }));
}

/** Keeps the view that the list opens with. */
export function setDefaultView(kernel: RecordKernel, actor: Actor, input: DefaultViewInput): Promise<SavedViewList> {
  return choose(kernel, actor, input, async (before, scope) => {
    const isBuiltIn = input.view === null || BUILT_IN_VIEWS.some((name) => name === input.view);
    if (!isBuiltIn) {
      const { module } = await reachView(kernel, scope, input.view ?? '');
      if (module.name !== input.module) throw new MusterError('view_not_found');
    }
    return { ...before, default: input.view };
  });
}

/** How many records each view shows the actor, one after the other, so that lists go before figures. */
export async function countViews(kernel: RecordKernel, actor: Actor, input: { readonly module: string }): Promise<readonly ViewCount[]> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  const views = await loadViews(kernel, scope, module, false);
  const shown = views.map((view) => showView(kernel, scope, module, view, new Map()));
  const asked: { readonly _id: string; readonly filter: JsonObject }[] = [{ _id: 'all', filter: {} }];
  if (module.fields.has('assigned_to') && scope.rights.canFilter(module, 'assigned_to')) asked.push({ _id: 'mine', filter: { assigned_to: { equals: { $: 'me' } } } });
  const counts: ViewCount[] = [];
  for (const { _id, filter } of [...asked, ...shown]) counts.push({ _id, total: await count(kernel, scope, module, filter) });
  return counts;
}

async function count(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, filter: JsonObject): Promise<number | null> {
  const { query: { sort: _sort, ...query } } = buildReadQuery(kernel, scope, { module, filter });
  try {
    return (await kernel.store.count({ ...query, deadline: COUNT_DEADLINE })).total;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'filter_too_costly') return null;
    throw error;
  }
}

async function loadViews(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, everyones: boolean): Promise<readonly StoredView[]> {
  const { rights } = scope;
  const values = audiencesOf(ownerOf(scope), rights.teams, rights.roles.map((role) => role.id));
  const nodes: FilterNode[] = [
    { kind: 'equals', key: VIEW_KEYS.audience, values: everyones ? [...values, 'shared'] : values },
    { kind: 'equals', key: VIEW_KEYS.module, values: [module.id] },
  ];
  const stored = await kernel.store.find({ collection: VIEWS_COLLECTION.name, filter: { kind: 'all', nodes }, sort: [], limit: MOST_SHOWN });
  return stored.map(({ document }) => readStoredView(document));
}

async function showAll(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, views: readonly StoredView[]): Promise<readonly SavedView[]> {
  const names = await audienceNames(kernel, scope, views);
  return views.map((view) => showView(kernel, scope, module, view, names));
}

function toList(views: readonly StoredView[], choices: ViewChoices, shown: readonly SavedView[]): SavedViewList {
  const placeOf = (id: string): number => { const at = choices.order.indexOf(id); return at < 0 ? choices.order.length : at; };
  const isThere = BUILT_IN_VIEWS.some((name) => name === choices.default) || views.some((view) => view._id === choices.default);
  return { data: [...shown].sort((a, b) => placeOf(a._id) - placeOf(b._id)), total: shown.length, default: isThere ? choices.default : null };
}

function choicesId(user: string, module: CompiledModule): string {
  return `${user}:${module.id}`;
}

async function loadChoices(kernel: RecordKernel, scope: AccessScope, module: CompiledModule): Promise<ViewChoices> {
  const [stored] = await kernel.store.get(VIEW_CHOICES_COLLECTION.name, [choicesId(ownerOf(scope), module)]);
  return choicesOf(stored);
}

function choicesOf(stored: { readonly document: RecordDocument } | undefined): ViewChoices {
  return stored === undefined ? NO_CHOICES : (stored.document as unknown as ViewChoices);
}

async function choose(kernel: RecordKernel, actor: Actor, { module: name, idempotency }: Pick<ArrangeViewsInput, 'module' | 'idempotency'>, change: (before: ViewChoices, scope: AccessScope) => ViewChoices | Promise<ViewChoices>): Promise<SavedViewList> {
  const call = await beginCall(kernel, actor, {});
  const { scope } = call;
  const module = reachModule(scope, name);
  const id = choicesId(ownerOf(scope), module);
  const { result } = await commitAttempt(call, async (attempt) => {
    const { earlier, keep } = await findAnswer(attempt, idempotency, 'any');
    if (earlier !== undefined) return earlier as unknown as SavedViewList;
    const [stored] = await kernel.store.get(VIEW_CHOICES_COLLECTION.name, [id]);
    const { order, default: opens } = choicesOf(stored);
    const choices = await change({ order, default: opens }, scope);
    attempt.unit.keep(makeOwnWrite(VIEW_CHOICES_COLLECTION.name, id, stored?.document, { document: { ...choices }, keys: {}, previousKeys: {} }));
    const views = await loadViews(kernel, scope, module, false);
    const list = toList(views, choices, await showAll(kernel, scope, module, views));
    keep(attempt, list as unknown as JsonValue);
    return list;
  });
  return result;
}
