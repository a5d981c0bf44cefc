import type { Access } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { ClockPort, FilesPort, IdsPort, LogPort, StorePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { Registry } from '../registry/index.ts';
import { assertCanUpload } from './assert-can-upload.ts';
import type { Files } from './contract.ts';
import { readFileNames } from './read-file-names.ts';
import { readFile } from './read-file.ts';
import { removeUnused } from './remove-unused.ts';
import { readRules } from './rules.ts';
import { uploadFile } from './upload-file.ts';
import { readFolders } from './file-name.ts';

/** The dependencies of the files service. */
export interface FileContext {
  readonly contents: FilesPort;
  readonly store: StorePort;
  readonly registry: Registry;
  readonly access: Access;
  readonly records: RecordOperations;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** Creates the files service. The collections of the records must have been applied to the store. */
export function createFiles(services: FileContext): Files {
  return {
    async upload(actor, input) {
      const scope = await services.access.scope(actor);
      assertCanUpload(scope);
      return uploadFile(services, scope, input);
    },
    read: (actor, path) => readFile(services, actor, path),
    names: (actor, paths) => readFileNames(services, actor, paths),
    async rules(actor, folder) {
      const scope = await services.access.scope(actor);
      assertCanUpload(scope);
      const { maxBytes, extensions } = readRules(scope.snapshot, foldersOf(folder)[0]);
      return { maxBytes, extensions: [...extensions] };
    },
    removeUnused: () => removeUnused(services),
  };
}

/** Errors: `body_invalid` for a folder that is not allowed in a path. */
export function foldersOf(folder: string | undefined): readonly string[] {
  const folders = readFolders(folder ?? '');
  if (folders === undefined)
    throw new MusterError('body_invalid', {
      values: { reason: 'a folder has letters, digits, points and dashes alone, and there are at most 5' },
    });
  return folders;
}
