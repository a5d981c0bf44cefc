import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { SavedView, ViewContent } from '#engine/model/wire';
import { getReadableModule } from '../access/record-access.ts';
import type { RecordServices } from '../record-services.ts';
import type { IdempotencyKey } from '../save/idempotency-records.ts';
import { checkIdempotency, type IdempotencyCheck } from '../save/idempotency.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { beginWrite } from '../save/write-context.ts';
import { projectView } from './project-view.ts';
import type { CreateViewInput, UpdateViewInput } from './saved-view-operations.ts';
import {
  assertChangeable,
  assertShareable,
  audienceNames,
  getReadableView,
  keysOfView,
  ownerOf,
  VIEW_KEYS,
  VIEWS_COLLECTION,
  type StoredView,
} from './stored-view.ts';
import { assertContent, collectFieldIdentities, EMPTY_CONTENT, withCurrentModules } from './view-content.ts';

const MAX_VIEWS_PER_OWNER = 200;

const MAX_NAME_LENGTH = 80;

const NO_FIELD_IDENTITIES: StoredView['memo'] = { filter: {}, columns: {}, sort: {}, groupBy: {}, viewType: {} };

/** Creates a view that the actor owns. */
export function createView(services: RecordServices, actor: Actor, input: CreateViewInput): Promise<SavedView> {
  return commitView(services, actor, input.idempotency, (scope) => makeView(services, scope, input));
}

async function makeView(services: RecordServices, scope: AccessScope, input: CreateViewInput): Promise<ViewChange<SavedView>> {
  const owner = ownerOf(scope);
  const module = getReadableModule(scope, input.module);
  const sharing = input.sharing ?? 'private';
  const sharedWith = sharing === 'private' ? null : (input.sharedWith ?? null);
  const name = readName(input.name);
  const content = contentOf(input);
  assertContent(services, scope, module, content);
  await assertShareable(services, scope, sharing, sharedWith);
  await assertViewLimit(services, module, owner);
  const memo = { ...NO_FIELD_IDENTITIES, ...collectFieldIdentities(scope, module, content) };
  const after: StoredView = {
    ...EMPTY_CONTENT,
    ...content,
    _id: services.ids.next(),
    _version: 1,
    module: module.id,
    owner,
    name,
    sharing,
    sharedWith,
    memo,
    definitions: scope.snapshot.version,
    updatedAt: timeOf(services),
  };
  return { after, result: await projectOne(services, scope, module, after) };
}

/** Changes the given parts of a view. Other parts stay unchanged, including what the actor does not see in them. */
export function updateView(services: RecordServices, actor: Actor, input: UpdateViewInput): Promise<SavedView> {
  return commitView(services, actor, input.idempotency, (scope) => changeView(services, scope, input));
}

async function changeView(services: RecordServices, scope: AccessScope, input: UpdateViewInput): Promise<ViewChange<SavedView>> {
  const { module, view: before } = await getReadableView(services, scope, input.id);
  const named = withCurrentModules(scope, module, before);
  assertChangeable(scope, before);
  const content = contentOf(input);
  assertContent(services, scope, module, content);
  const sharing = input.sharing ?? before.sharing;
  const sharedWith = sharing === 'private' ? null : input.sharedWith === undefined ? before.sharedWith : input.sharedWith;
  const isShared = sharing !== before.sharing || sharedWith !== before.sharedWith;
  if (isShared) await assertShareable(services, scope, sharing, sharedWith);
  // A System Admin who makes another user's view private would only remove it for everyone.
  if (isShared && sharing === 'private' && before.owner !== scope.rights.userId) throw new MusterError('view_not_shareable');
  const title = input.name === undefined ? {} : { name: readName(input.name) };
  if (input.version !== undefined && input.version !== before._version)
    throw new MusterError('version_conflict', {
      message: 'Someone else changed this view.',
      data: { current: projectView(services, scope, module, before, new Map()) },
    });
  const memo = { ...named.memo, ...collectFieldIdentities(scope, module, content) };
  const after: StoredView = {
    ...named,
    ...content,
    ...title,
    sharing,
    sharedWith,
    memo,
    definitions: scope.snapshot.version,
    updatedAt: timeOf(services),
    _version: before._version + 1,
  };
  return { before, after, result: await projectOne(services, scope, module, after) };
}

/** Creates a private copy, owned by the actor, of what they see of a view. */
export function duplicateView(
  services: RecordServices,
  actor: Actor,
  input: { readonly id: string; readonly name?: string | undefined; readonly idempotency?: IdempotencyKey | undefined },
): Promise<SavedView> {
  return commitView(services, actor, input.idempotency, async (scope) => {
    const { module, view } = await getReadableView(services, scope, input.id);
    const { filter, columns, sort, groupBy, density, viewType } = projectView(services, scope, module, view, new Map());
    const name = input.name ?? `${view.name.slice(0, MAX_NAME_LENGTH - 5)} copy`;
    return makeView(services, scope, { module: module.name, name, filter, columns, sort, groupBy, density, viewType });
  });
}

/** Removes a view for all its users. */
export async function removeView(
  services: RecordServices,
  actor: Actor,
  input: { readonly id: string; readonly idempotency?: IdempotencyKey | undefined },
): Promise<void> {
  await commitView(services, actor, input.idempotency, async (scope) => {
    const { view: before } = await getReadableView(services, scope, input.id);
    assertChangeable(scope, before);
    return { before, result: { success: true } };
  });
}

async function projectOne(services: RecordServices, scope: AccessScope, module: CompiledModule, view: StoredView): Promise<SavedView> {
  return projectView(services, scope, module, view, await audienceNames(services, scope, [view]));
}

async function assertViewLimit(services: RecordServices, module: CompiledModule, owner: string): Promise<void> {
  const nodes = [
    { kind: 'equals' as const, key: VIEW_KEYS.audience, values: [`user:${owner}`] },
    { kind: 'equals' as const, key: VIEW_KEYS.module, values: [module.id] },
  ];
  const { total } = await services.store.count({ collection: VIEWS_COLLECTION.name, filter: { kind: 'all', nodes } });
  if (total >= MAX_VIEWS_PER_OWNER) throw new MusterError('too_many_views', { values: { limit: MAX_VIEWS_PER_OWNER } });
}

function readName(name: string): string {
  const text = name.replace(/\s+/gu, ' ').trim();
  if (text !== '' && text.length <= MAX_NAME_LENGTH) return text;
  throw new MusterError('validation_failed', {
    details: [
      {
        field: 'name',
        code: text === '' ? 'required' : 'maxLength',
        message: text === '' ? 'Give the view a name.' : `A name has at most ${MAX_NAME_LENGTH} characters.`,
      },
    ],
  });
}

function contentOf(input: Partial<ViewContent>): Partial<ViewContent> {
  const { filter, columns, sort, groupBy, density, viewType } = input;
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(columns === undefined ? {} : { columns }),
    ...(sort === undefined ? {} : { sort }),
    ...(groupBy === undefined ? {} : { groupBy }),
    ...(density === undefined ? {} : { density }),
    ...(viewType === undefined ? {} : { viewType }),
  };
}

function timeOf(services: RecordServices): string {
  return new Date(services.clock.now()).toISOString();
}

/** The change of a view, and the result of the write. */
interface ViewChange<Result> {
  /** The view as stored; absent: it is new. */
  readonly before?: StoredView;
  /** The view with its next version; absent: it is removed. */
  readonly after?: StoredView;
  readonly result: Result;
}

/**
 * Commits the change that `make` returns, and calls `make` again after a conflict. A known key returns its stored
 * result. Errors: those of `make`, `idempotency_conflict`, `overloaded`.
 */
async function commitView<Result>(
  services: RecordServices,
  actor: Actor,
  key: IdempotencyKey | undefined,
  make: (scope: AccessScope) => Promise<ViewChange<Result>>,
): Promise<Result> {
  const context = await beginWrite(services, actor, {});
  const { result } = await commitWithRetry(context, async (attempt) => {
    const known = await checkIdempotency(attempt, key, 'any');
    if (known.earlier !== undefined) return (await replayView(services, attempt.scope, known)) as unknown as Result;
    const change = await make(attempt.scope);
    attempt.unit.addWrite(toWrite(change));
    known.save(attempt, change.result as unknown as JsonValue);
    return change.result;
  });
  return result;
}

/** The stored result; for an actor whose rights have changed the view as it is now. Errors: `view_not_found` if they may not read it now. */
async function replayView(
  services: RecordServices,
  scope: AccessScope,
  { earlier, hasSameRights }: IdempotencyCheck,
): Promise<JsonValue | SavedView> {
  const result = earlier as JsonObject;
  if (hasSameRights || typeof result['_id'] !== 'string') return result;
  const { module, view } = await getReadableView(services, scope, result['_id']);
  return projectOne(services, scope, module, view);
}

function toWrite({ before, after }: ViewChange<unknown>): StoreWrite {
  const collection = VIEWS_COLLECTION.name;
  const known = before === undefined ? undefined : { previousKeys: keysOfView(before), expectedVersion: before._version };
  if (after === undefined) return { kind: 'remove', collection, id: before?._id ?? '', previousKeys: {}, expectedVersion: 0, ...known };
  const write = { collection, document: after as unknown as RecordDocument, keys: keysOfView(after), definitionVersion: 0 };
  return known === undefined ? { kind: 'insert', ...write } : { kind: 'update', ...write, ...known };
}
