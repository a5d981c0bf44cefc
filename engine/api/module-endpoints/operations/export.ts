import { exportCheck, exportQueryCheck } from '../../request/export-input.ts';
import { exportModule } from '../../responses/send-export.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import type { ModuleRequestContext } from '../module-directory.ts';

/** GET and POST export: the records of a search, or a selection of them, as a file. */
export function exportRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  const isQuery = context.request.method === 'GET';
  const sent = isQuery ? exportQueryCheck.readQuery(context.query) : exportCheck.read(context.body);
  return exportModule(context, context.module, sent, 'csv');
}
