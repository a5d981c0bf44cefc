import { importQueryCheck, readImportFile } from '../../request/import-input.ts';
import { drainRequest } from '../../request/upload-body.ts';
import { writeOptionsOf } from '../../request/write-input.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import { MusterError } from '../../../errors/index.ts';
import type { ModuleRequestContext } from '../module-directory.ts';

/** POST import: a file of records that a job saves. */
export async function importRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  const { module, actor, services, request } = context;
  try {
    const {
      mode = 'create',
      key,
      dryRun = false,
      again = false,
      format,
      module: _module,
      ...read
    } = importQueryCheck.readQuery(context.query);
    if (mode === 'create' && key !== undefined)
      throw new MusterError('parameter_invalid', { details: [{ field: 'key', code: 'not_used', message: 'New records have no key.' }] });
    const { idempotency, allowDuplicates = false } = writeOptionsOf(context);
    const file = await readImportFile(context, module.name, format);
    const { encoding, delimiter, header, sheet } = read;
    const started = await services.imports.run(actor, {
      ...file,
      module: module.name,
      read: { encoding, delimiter, header, sheet },
      ...{ mode, dryRun, again, allowDuplicates },
      keyFields: key?.split(',').map((name) => name.trim()) ?? [],
      key: idempotency === undefined ? undefined : `${idempotency.path} ${idempotency.key}`,
    });
    return { status: 202, body: started };
  } finally {
    drainRequest(request);
  }
}
