import { downloadFromApi } from './call-api.ts';
import type { SearchInput } from './record-api.ts';

/** An export of records; see `POST <module>/export`. */
export interface ExportInput extends Pick<SearchInput, 'searchTerms' | 'sortField' | 'sortOrder' | 'thenBy' | 'fields'> {
  readonly format: 'csv' | 'xlsx';
  readonly values: 'labels' | 'raw';
  readonly search?: string;
  /** Only these of the records. */
  readonly ids?: readonly string[];
}

/** Exports records to a file, which is offered to be saved; returns its name. */
export async function exportRecords(path: string, input: ExportInput): Promise<string> {
  return saveFile(await downloadFromApi('POST', `${path}/export`, { body: input }));
}

/** Offers a file to be saved; returns its name. */
export function saveFile({ file, name }: { readonly file: Blob; readonly name: string }): string {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return name;
}
