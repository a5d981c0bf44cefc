import type { AccessScope, Actor } from '../access/index.ts';
import { addToQueue } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { findModule } from '../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { ImportState } from '#engine/model/wire';
import type { ImportContext } from './import-context.ts';
import { RUN_JOB } from './import-jobs.ts';
import { assertMayImport, startProgress } from './run/run-import.ts';
import { requireImport, type StoredImport } from './stored-import.ts';

/** An import with the requester's rights now. */
export interface OwnImport {
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly stored: StoredImport;
}

/** Reads an import of the actor. Errors: `import_not_found` also for that of somebody else, `module_not_found`, `module_access_denied`. */
export async function requireOwn(context: ImportContext, actor: Actor, id: string): Promise<OwnImport> {
  const scope = await context.access.scope(actor);
  const stored = await requireImport(context.store, id);
  if (!scope.rights.unrestricted && stored.user !== actor.userId) throw new MusterError('import_not_found');
  return { scope, stored, module: findModule(scope, scope.snapshot.moduleNames.ofKey(stored.module)) };
}

/** The same to pause, end or remove it: with the rights that the scopes of an API token leave of those of its user. */
export async function requireChangeable(context: ImportContext, actor: Actor, id: string): Promise<OwnImport> {
  const own = await requireOwn(context, actor, id);
  // A person ends their imports also without the right to import any more.
  if (actor.scopes !== undefined) assertMayImport(own.scope, own.stored, own.module.name);
  return own;
}

/** A check or run from the first row on. */
export function beginRun({ ids, clock }: ImportContext, now: StoredImport, state: 'checking' | 'running'): StoredImport {
  const isDry = state === 'checking' || now.program?.dryRun === true;
  return {
    ...now,
    state,
    run: now.run + 1,
    next: 0,
    counts: [],
    summary: state === 'running' ? now.summary : null,
    progress: startProgress(now.rows),
    refused: [],
    problem: null,
    base: isDry ? null : ids.next(),
    batch: isDry ? null : ids.next(),
    startedAt: state === 'running' ? clock.now() : null,
    endedAt: null,
  };
}

/** Adds the job of an import. If the queue is away, the job that continues lost imports adds it later. */
export async function enqueue({ queue, log }: ImportContext, id: string): Promise<void> {
  try {
    await addToQueue(queue, RUN_JOB, { key: id, payload: { import: id } });
  } catch (error) {
    log.warn({ import: id, code: error instanceof MusterError ? error.code : undefined }, 'the job of an import could not be added yet');
  }
}

/** Errors: `import_state_wrong` unless the import is in one of these states, `import_changed` if it has another version. */
export function assertState(now: StoredImport, states: readonly ImportState[], version?: number): void {
  if (version !== undefined && version !== now._version) throw new MusterError('import_changed');
  if (!states.includes(now.state))
    throw new MusterError('import_state_wrong', { values: { state: STATE_WORDS[now.state] }, data: { state: now.state } });
}

const STATE_WORDS: { readonly [state in ImportState]: string } = {
  draft: 'not checked yet',
  checking: 'being checked',
  checked: 'checked, and not started',
  running: 'running',
  paused: 'paused',
  done: 'done',
  cancelled: 'cancelled',
  failed: 'ended with an error',
};

/** The states in which choices are changed. */
export const EDITABLE: readonly ImportState[] = ['draft', 'checked'];
