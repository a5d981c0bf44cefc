import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';

/** Anyone who may write a File field of any record may upload. Errors: `upload_not_allowed`. */
export function assertCanUpload({ rights, snapshot }: AccessScope): void {
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
