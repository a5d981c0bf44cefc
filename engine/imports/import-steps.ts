import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { ImportState, ImportView } from '#engine/model/wire';
import type { ImportContext } from './import-context.ts';
import { assertState, beginRun, EDITABLE, enqueue, requireChangeable, requireOwn, type OwnImport } from './import-state.ts';
import { assertChoices } from './mapping/check-choices.ts';
import { createRepeatedError } from './mapping/choose-columns.ts';
import { rememberChoices } from './mapping/remembered-choices.ts';
import { removeChunks, removeImport } from './remove-imports.ts';
import { assertMayImport, failImport, runImport, startProgress } from './run/run-import.ts';
import { changeImport, requireImport, type StoredImport } from './stored-import.ts';
import { viewImport } from './view-import.ts';

/** Rows of a file that is checked within its request. */
const MAX_ROWS_AT_ONCE = 1_000;

/** Checks the rows: a small file at once. */
export async function checkImport(context: ImportContext, actor: Actor, id: string): Promise<ImportView> {
  const { scope, module, stored } = await requireOwn(context, actor, id);
  assertMayImport(scope, stored, module.name);
  assertChoices(scope, module, stored);
  const begun = await changeImport(context.store, id, (now) => {
    assertState(now, EDITABLE);
    return { after: beginRun(context, now, 'checking') };
  });
  await removeChunks(context, begun);
  if (begun.rows > MAX_ROWS_AT_ONCE) {
    await enqueue(context, id);
    return viewImport(scope, begun);
  }
  await runAtOnce(context, id);
  return viewImport(scope, await requireImport(context.store, id));
}

/** A check that fails must not be continued by a job: the requester gets the error. */
async function runAtOnce(context: ImportContext, id: string): Promise<void> {
  try {
    await runImport(context, id, { signal: new AbortController().signal, report: () => Promise.resolve() });
  } catch (error) {
    await failImport(context, id, error instanceof MusterError ? error : new MusterError('internal_error', { cause: error }));
    throw error;
  }
}

export async function startImport(
  context: ImportContext,
  actor: Actor,
  id: string,
  { version, again }: { readonly version?: number | undefined; readonly again: boolean },
): Promise<ImportView> {
  const { scope, module, stored } = await requireOwn(context, actor, id);
  assertMayImport(scope, stored, module.name);
  assertChoices(scope, module, stored);
  const isCompared = stored.duplicates.action !== 'allow' && stored.duplicates.by.length > 0;
  if (stored.earlier !== null && !isCompared && !again) throw createRepeatedError(scope, stored.earlier);
  const started = await changeImport(context.store, id, (now) => {
    assertState(now, EDITABLE, version ?? stored._version);
    return { after: beginRun(context, now, 'running') };
  });
  // The choices are a proposal for the next file: if they change at the same time, the others are remembered.
  await context.store.commit({ writes: [await rememberChoices(context.store, started)] });
  await removeChunks(context, started);
  await enqueue(context, id);
  return viewImport(scope, started);
}

/** Changes the state of an import. */
async function changeState(
  context: ImportContext,
  own: OwnImport,
  states: readonly ImportState[],
  change: (now: StoredImport) => Partial<StoredImport>,
): Promise<ImportView> {
  const after = await changeImport(context.store, own.stored._id, (now) => {
    assertState(now, states);
    return { after: { ...now, ...change(now) } };
  });
  return viewImport(own.scope, after);
}

export async function pauseImport(context: ImportContext, actor: Actor, id: string): Promise<ImportView> {
  return changeState(context, await requireChangeable(context, actor, id), ['running'], () => ({ state: 'paused' }));
}

export async function resumeImport(context: ImportContext, actor: Actor, id: string): Promise<ImportView> {
  const own = await requireOwn(context, actor, id);
  assertMayImport(own.scope, own.stored, own.module.name);
  const view = await changeState(context, own, ['paused', 'failed'], (now) =>
    now.batch === null && now.program === null
      ? { ...beginRun(context, now, 'checking') }
      : { state: 'running', problem: null, endedAt: null },
  );
  await enqueue(context, id);
  return view;
}

export async function cancelImport(context: ImportContext, actor: Actor, id: string): Promise<ImportView> {
  return changeState(context, await requireChangeable(context, actor, id), ['checking', 'running', 'paused', 'failed'], (now) =>
    now.batch === null && now.program === null
      ? { state: 'draft', counts: [], summary: null, problem: null, progress: startProgress(now.rows) }
      : { state: 'cancelled', endedAt: context.clock.now() },
  );
}

export async function deleteImport(context: ImportContext, actor: Actor, id: string): Promise<void> {
  const { stored } = await requireChangeable(context, actor, id);
  assertState(stored, ['draft', 'checked', 'paused', 'done', 'cancelled', 'failed']);
  await removeImport(context, stored);
}
