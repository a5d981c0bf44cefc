import { assertCanUpload } from './assert-can-upload.ts';
import type { Files } from './contract.ts';
import type { FileContext } from './file-context.ts';
import { readFileNames } from './read-file-names.ts';
import { readFile } from './read-file.ts';
import { removeUnused } from './remove-unused.ts';
import { readRules } from './rules.ts';
import { uploadFile } from './upload-file.ts';
import { foldersOf } from './file-name.ts';

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
