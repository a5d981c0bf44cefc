import { createHash } from 'node:crypto';
import type { AccessScope, Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { assertModuleRight, findModule } from '../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { ImportView } from '#engine/model/wire';
import type { ImportChanges, ImportUpload, ProgramImport } from './contract.ts';
import type { ImportContext } from './import-context.ts';
import { assertState, beginRun, EDITABLE, enqueue, requireOwn } from './import-state.ts';
import { assertChoices } from './mapping/check-choices.ts';
import { chooseForProgram, proposeChoices } from './mapping/choose-columns.ts';
import { stageFile } from './read/stage-file.ts';
import { assertMayImport, startProgress } from './run/run-import.ts';
import { changeImport, IMPORT_KEYS, IMPORTS, writeImport, type StoredImport } from './stored-import.ts';
import { describeFile, removeContents, storeFile } from './upload-import.ts';
import { viewImport } from './view-import.ts';

/** Stores a file, and proposes what its columns are imported as. */
export async function uploadFile(context: ImportContext, actor: Actor, input: ImportUpload): Promise<ImportView> {
  const scope = await context.access.scope(actor);
  const module = findModule(scope, input.module);
  assertMayImport(scope, { program: null, duplicates: { action: 'skip', by: [] } }, module.name);
  const stored = await storeFile(context, scope, module, input);
  return viewImport(
    scope,
    await insert(context, await proposeOrRemove(context, stored, () => proposeChoices(context, scope, module, stored))),
  );
}

/** Stores and starts the import of a program. The same key with the same file returns the first import. */
export async function runProgram(context: ImportContext, actor: Actor, input: ProgramImport): Promise<ImportView> {
  const scope = await context.access.scope(actor);
  const module = findModule(scope, input.module);
  const { mode, dryRun, allowDuplicates } = input;
  const program = { mode, key: [], dryRun, allowDuplicates };
  assertMayImport(scope, { program, duplicates: { action: 'update', by: [] } }, module.name);
  const stored = await storeFile(context, scope, module, input);
  const request = input.key === undefined ? undefined : requestOf(actor, input.key);
  const first = request === undefined ? undefined : await findByRequest(context, request);
  if (first !== undefined) {
    await removeContents(context, stored);
    if (first.digest !== stored.digest || first.module !== stored.module) throw new MusterError('idempotency_conflict');
    return viewImport(scope, first);
  }
  const made = await proposeOrRemove(context, stored, async () => {
    const chosen = chooseForProgram(scope, module, stored, input);
    assertChoices(scope, module, chosen);
    return { ...beginRun(context, chosen, 'running'), ...(request === undefined ? {} : { request }) };
  });
  const inserted = await insert(context, made);
  await enqueue(context, inserted._id);
  return viewImport(scope, inserted);
}

function requestOf({ userId }: Actor, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('base64url');
}

async function findByRequest({ store }: ImportContext, request: string): Promise<StoredImport | undefined> {
  const filter: FilterNode = { kind: 'equals', key: IMPORT_KEYS.request, values: [request] };
  const [found] = await store.find({ collection: IMPORTS.name, filter, sort: [], limit: 1 });
  return found?.document as unknown as StoredImport | undefined;
}

/** Removes the stored file if its import cannot be made. */
async function proposeOrRemove(context: ImportContext, stored: StoredImport, make: () => Promise<StoredImport>): Promise<StoredImport> {
  try {
    return await make();
  } catch (error) {
    await removeContents(context, stored);
    throw error;
  }
}

async function insert({ store }: ImportContext, one: StoredImport): Promise<StoredImport> {
  if (!(await store.commit({ writes: [writeImport(undefined, one)] })).committed) throw new MusterError('overloaded');
  return { ...one, _version: 1 };
}

/** Changes the choices of an import, and reads its file again if that is to be read in another way. */
export async function updateImport(context: ImportContext, actor: Actor, id: string, changes: ImportChanges): Promise<ImportView> {
  const { scope, module, stored } = await requireOwn(context, actor, id);
  assertModuleRight(scope, module, 'create');
  assertState(stored, EDITABLE, changes.version);
  const read = changes.read === undefined ? stored : await readAgain(context, scope, module, stored, changes.read);
  const { columns = read.columns, constants = read.constants, duplicates = read.duplicates, corrections = read.corrections } = changes;
  const chosen = { ...read, columns, constants, duplicates, corrections };
  try {
    assertChoices(scope, module, chosen);
    const after = await changeImport(context.store, id, (now) => {
      assertState(now, EDITABLE, stored._version);
      return { after: { ...now, ...chosen, _version: now._version, state: 'draft', summary: null, counts: [] } };
    });
    if (read.staged !== stored.staged) await context.contents.remove(stored.staged);
    return viewImport(scope, after);
  } catch (error) {
    if (read.staged !== stored.staged) await context.contents.remove(read.staged);
    throw error;
  }
}

async function readAgain(
  context: ImportContext,
  scope: AccessScope,
  module: CompiledModule,
  stored: StoredImport,
  choice: NonNullable<ImportChanges['read']>,
): Promise<StoredImport> {
  const { file, content } = stored;
  const staged = context.ids.next();
  // What is not given again stays as it was found, besides what follows from something else.
  const known = { encoding: file.encoding ?? undefined, sheet: file.sheet ?? undefined, delimiter: file.delimiter ?? undefined };
  const read = await stageFile(context.contents, {
    name: file.name,
    format: file.format,
    choice: { ...known, ...choice },
    content,
    staged,
  });
  const again = { ...stored, staged, ...describeFile(file.name, file.size, read), progress: startProgress(read.rows) };
  return proposeChoices(context, scope, module, { ...again, corrections: { cells: [], values: [] } });
}
