import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, SavedView, ViewContent } from '#engine/model';
import type { AnswerKey } from '../answer-key.ts';
import type { RecordKernel } from '../kernel.ts';
import type { CreateViewInput, UpdateViewInput } from '../saved-views.ts';
import { VIEW_KEYS, VIEWS_COLLECTION, type StoredView } from '../shapes/stored-view.ts';
import { reachModule } from '../stages/reach-module.ts';
import { showView } from '../stages/show-view.ts';
import { assertChangeable, assertShareable, audienceNames, ownerOf, reachView } from '../stages/view-access.ts';
import { assertContent, EMPTY_CONTENT, memoOf } from '../stages/view-content.ts';
import { writeView, type ViewChange } from '../stages/write-view.ts';

const MOST_OF_ONE = 200;
const LONGEST_NAME = 80;
const NO_MEMO: StoredView['memo'] = { filter: {}, columns: {}, sort: {}, groupBy: {}, face: {} };

/** Keeps a new view of the actor's own. */
export function createView(kernel: RecordKernel, actor: Actor, input: CreateViewInput): Promise<SavedView> {
  return writeView(kernel, actor, input.idempotency, (scope) => makeView(kernel, scope, input));
}

async function makeView(kernel: RecordKernel, scope: AccessScope, input: CreateViewInput): Promise<ViewChange<SavedView>> {
  const owner = ownerOf(scope);
  const module = reachModule(scope, input.module);
  const sharing = input.sharing ?? 'private';
  const sharedWith = sharing === 'private' ? null : (input.sharedWith ?? null);
  const name = readName(input.name);
  const content = contentOf(input);
  assertContent(kernel, scope, module, content);
  await assertShareable(kernel, scope, sharing, sharedWith);
  await assertRoom(kernel, module, owner);
  const memo = { ...NO_MEMO, ...memoOf(scope, module, content) };
  const after: StoredView = { ...EMPTY_CONTENT, ...content, _id: kernel.ids.next(), _version: 1, module: module.id, owner, name, sharing, sharedWith, memo, updatedAt: timeOf(kernel) };
  return { after, answer: await show(kernel, scope, module, after) };
}

/** Changes what is given; a part that is not given stays, with what its reader does not see in it. */
export function updateView(kernel: RecordKernel, actor: Actor, input: UpdateViewInput): Promise<SavedView> {
  return writeView(kernel, actor, input.idempotency, (scope) => changeView(kernel, scope, input));
}

async function changeView(kernel: RecordKernel, scope: AccessScope, input: UpdateViewInput): Promise<ViewChange<SavedView>> {
  const { module, view: before } = await reachView(kernel, scope, input.id);
  assertChangeable(scope, before);
  const content = contentOf(input);
  assertContent(kernel, scope, module, content);
  const sharing = input.sharing ?? before.sharing;
  const sharedWith = sharing === 'private' ? null : input.sharedWith === undefined ? before.sharedWith : input.sharedWith;
  const isShared = sharing !== before.sharing || sharedWith !== before.sharedWith;
  if (isShared) await assertShareable(kernel, scope, sharing, sharedWith);
  // A System Admin who makes another's view private would only take it away from everyone.
  if (isShared && sharing === 'private' && before.owner !== scope.rights.userId) throw new MusterError('view_not_shareable');
  const named = input.name === undefined ? {} : { name: readName(input.name) };
  if (input.version !== undefined && input.version !== before._version) throw new MusterError('version_conflict', { message: 'Someone else changed this view.', data: { current: showView(kernel, scope, module, before, new Map()) } });
  const memo = { ...before.memo, ...memoOf(scope, module, content) };
  const after: StoredView = { ...before, ...content, ...named, sharing, sharedWith, memo, updatedAt: timeOf(kernel), _version: before._version + 1 };
  return { before, after, answer: await show(kernel, scope, module, after) };
}

/** A private copy of the actor's own, of what they see of a view. */
export function duplicateView(kernel: RecordKernel, actor: Actor, input: { readonly id: string; readonly name?: string | undefined; readonly idempotency?: AnswerKey | undefined }): Promise<SavedView> {
  return writeView(kernel, actor, input.idempotency, async (scope) => {
    const { module, view } = await reachView(kernel, scope, input.id);
    const { filter, columns, sort, groupBy, density, face } = showView(kernel, scope, module, view, new Map());
    const name = input.name ?? `${view.name.slice(0, LONGEST_NAME - 5)} copy`;
    return makeView(kernel, scope, { module: module.name, name, filter, columns, sort, groupBy, density, face });
  });
}

/** Takes a view away, for all who used it. */
export async function removeView(kernel: RecordKernel, actor: Actor, input: { readonly id: string; readonly idempotency?: AnswerKey | undefined }): Promise<void> {
  await writeView(kernel, actor, input.idempotency, async (scope) => {
    const { view: before } = await reachView(kernel, scope, input.id);
    assertChangeable(scope, before);
    return { before, answer: { success: true } };
  });
}

async function show(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, view: StoredView): Promise<SavedView> {
  return showView(kernel, scope, module, view, await audienceNames(kernel, scope, [view]));
}

async function assertRoom(kernel: RecordKernel, module: CompiledModule, owner: string): Promise<void> {
  const nodes = [{ kind: 'equals' as const, key: VIEW_KEYS.audience, values: [`user:${owner}`] }, { kind: 'equals' as const, key: VIEW_KEYS.module, values: [module.id] }];
  const { total } = await kernel.store.count({ collection: VIEWS_COLLECTION.name, filter: { kind: 'all', nodes } });
  if (total >= MOST_OF_ONE) throw new MusterError('too_many_views', { values: { limit: MOST_OF_ONE } });
}

function readName(name: string): string {
  const text = name.replace(/\s+/gu, ' ').trim();
  if (text !== '' && text.length <= LONGEST_NAME) return text;
  throw new MusterError('validation_failed', { details: [{ field: 'name', code: text === '' ? 'required' : 'maxLength', message: text === '' ? 'Give the view a name.' : `A name has at most ${LONGEST_NAME} characters.` }] });
}

function contentOf(input: Partial<ViewContent>): Partial<ViewContent> {
  const { filter, columns, sort, groupBy, density, face } = input;
  return {
    ...(filter === undefined ? {} : { filter }), ...(columns === undefined ? {} : { columns }), ...(sort === undefined ? {} : { sort }),
    ...(groupBy === undefined ? {} : { groupBy }), ...(density === undefined ? {} : { density }), ...(face === undefined ? {} : { face }),
  };
}

function timeOf(kernel: RecordKernel): string {
  return new Date(kernel.clock.now()).toISOString();
}
