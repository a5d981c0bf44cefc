import { Readable } from 'node:stream';
import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { archiveFiles } from './archive-files.ts';
import type { Files } from './contract.ts';
import type { FileContext } from './file-context.ts';
import { foldersOf } from './file-name.ts';
import { listVersions } from './list-versions.ts';
import { mergeFiles } from './pdf/merge-files.ts';
import { readFileNames, readFile } from './read-file.ts';
import { removeUnused } from './remove-unused.ts';
import { readRules } from './rules.ts';
import { uploadFile } from './upload-file.ts';

/** Creates the files service. The collections of the records must have been applied to the store. */
export function createFiles(services: FileContext): Files {
  return {
    async upload(actor, input) {
      const scope = await services.access.scope(actor);
      assertCanUpload(scope);
      return uploadFile(services, scope, input);
    },
    read: (actor, path) => readFile(services, actor, path),
    archive: (actor, paths) => archiveFiles(services, actor, paths),
    async merge(actor, { paths, title, idempotency }) {
      const scope = await services.access.scope(actor);
      assertCanUpload(scope);
      const { name, content } = await mergeFiles(services, actor, paths, title);
      return uploadFile(services, scope, { name, content: Readable.from([content]), declaredSize: content.length, idempotency });
    },
    names: (actor, paths) => readFileNames(services, actor, paths),
    versions: (actor, input) => listVersions(services, actor, input),
    async rules(actor, folder) {
      const scope = await services.access.scope(actor);
      assertCanUpload(scope);
      const { maxBytes, extensions } = readRules(scope.snapshot, foldersOf(folder)[0]);
      return { maxBytes, extensions: [...extensions] };
    },
    removeUnused: () => removeUnused(services),
  };
}

/** Anyone who may write a File field of any record may upload. Errors: `upload_not_allowed`. */
function assertCanUpload({ rights, snapshot }: AccessScope): void {
  if (rights.unrestricted) return;
  for (const module of snapshot.modules.values()) {
    const { access, create, edit } = rights.module(module.name);
    if (!access || !(create || edit !== 'None')) continue;
    for (const field of module.fields.values()) {
      if (field.definition.inputType === 'File' && rights.field(module.name, field.name).write !== 'none') return;
    }
  }
  throw new MusterError('upload_not_allowed');
}
