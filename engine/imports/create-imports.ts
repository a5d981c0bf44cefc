import type { FilterNode } from '#engine/model/filter';
import type { Imports } from './contract.ts';
import type { ImportContext } from './import-context.ts';
import { createImportJobs } from './import-jobs.ts';
import { requireOwn } from './import-state.ts';
import { cancelImport, checkImport, deleteImport, pauseImport, resumeImport, startImport } from './import-steps.ts';
import { runProgram, updateImport, uploadFile } from './manage-imports.ts';
import { listTargets, viewTargets } from './mapping/importable-fields.ts';
import { removeOldImports } from './remove-imports.ts';
import { createErrorFile } from './run/error-file.ts';
import { listRows } from './run/list-rows.ts';
import { IMPORT_KEYS, IMPORTS, type StoredImport } from './stored-import.ts';
import { RowTranslator } from './translate/translate-rows.ts';
import { viewImport } from './view-import.ts';

/** Creates the imports. The collections of this package must have been applied to the store. */
export function createImports(context: ImportContext): Imports {
  return {
    upload: (actor, input) => uploadFile(context, actor, input),
    run: (actor, input) => runProgram(context, actor, input),
    list: async (actor, { offset, limit }) => {
      const scope = await context.access.scope(actor);
      const filter: FilterNode = scope.rights.unrestricted
        ? { kind: 'all', nodes: [] }
        : { kind: 'equals', key: IMPORT_KEYS.user, values: [actor.userId ?? ''] };
      const page = { collection: IMPORTS.name, filter, sort: [{ kind: 'id', descending: true }], offset, limit } as const;
      const { records, total } = await context.store.page(page);
      const data = records.map(({ document }) => ({ ...viewImport(scope, document as unknown as StoredImport), refused: [] }));
      return { data, total };
    },
    get: async (actor, id) => {
      const { scope, stored } = await requireOwn(context, actor, id);
      return viewImport(scope, stored);
    },
    fields: async (actor, id) => {
      const { scope, module, stored } = await requireOwn(context, actor, id);
      return viewTargets(listTargets(scope, module, stored.file.format));
    },
    update: (actor, id, changes) => updateImport(context, actor, id, changes),
    check: (actor, id) => checkImport(context, actor, id),
    start: (actor, id, options) => startImport(context, actor, id, options),
    pause: (actor, id) => pauseImport(context, actor, id),
    resume: (actor, id) => resumeImport(context, actor, id),
    cancel: (actor, id) => cancelImport(context, actor, id),
    remove: (actor, id) => deleteImport(context, actor, id),
    rows: async (actor, id, page) => {
      const { scope, module, stored } = await requireOwn(context, actor, id);
      return listRows(context, scope, module, stored, page);
    },
    errors: async (actor, id, format) => {
      const { scope, module, stored } = await requireOwn(context, actor, id);
      return createErrorFile(context, new RowTranslator(context, scope, module, stored), stored, format);
    },
    removeOld: () => removeOldImports(context),
    jobs: createImportJobs(context),
  };
}
