import { createHash } from 'node:crypto';
import type { StorePort, StoreWrite } from '../../ports/index.ts';
import { createDocumentWrite, readStoredDocument } from '../../records/index.ts';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ImportColumnChoice, ImportDuplicates } from '#engine/model/wire';
import { IMPORT_CHOICES, PROBLEMS_HEADER, type StoredImport } from '../stored-import.ts';

/** What a user chose for a file with these columns. */
interface RememberedColumns {
  readonly headers: readonly string[];
  readonly columns: readonly ImportColumnChoice[];
  readonly constants: JsonObject;
  readonly duplicates: ImportDuplicates;
  readonly at: number;
}

/** What a user chose in a module before. */
export interface RememberedChoices {
  readonly files: readonly RememberedColumns[];
  /** Replacements of texts, by field; the last one first. */
  readonly values: readonly { readonly field: string; readonly text: string; readonly value: string | null }[];
}

const MAX_FILES = 20;
const MAX_VALUES = 500;

const NOTHING: RememberedChoices = { files: [], values: [] };

function idOf({ user, module }: Pick<StoredImport, 'user' | 'module'>): string {
  return createHash('sha256')
    .update(JSON.stringify([user, module]))
    .digest('base64url');
}

/** What a user chose in a module before. */
export async function readRemembered(store: StorePort, owner: Pick<StoredImport, 'user' | 'module'>): Promise<RememberedChoices> {
  const found = await readStoredDocument(store, IMPORT_CHOICES, idOf(owner));
  return found === undefined ? NOTHING : (found as unknown as RememberedChoices);
}

/** The columns of a file without that of its problems, if it is a file of errors. */
function withoutProblems(headers: readonly string[]): readonly string[] {
  return headers.filter((header) => header !== PROBLEMS_HEADER);
}

/** What was chosen for a file with the same columns. */
export function findSameColumns({ files }: RememberedChoices, given: readonly string[]): RememberedColumns | undefined {
  const headers = withoutProblems(given);
  return files.find((one) => one.headers.length === headers.length && one.headers.every((header, index) => header === headers[index]));
}

/** The write that remembers the choices of an import that starts. */
export async function rememberChoices(store: StorePort, one: StoredImport): Promise<StoreWrite> {
  const before = await readStoredDocument(store, IMPORT_CHOICES, idOf(one));
  const { files, values } = before === undefined ? NOTHING : (before as unknown as RememberedChoices);
  const { columns, constants, duplicates } = one;
  const headers = withoutProblems(one.headers);
  const at = one.startedAt ?? one.at;
  const others = files.filter((file) => findSameColumns({ files: [file], values: [] }, headers) === undefined);
  const fieldOf = (column: number): string | null => columns.find(({ index }) => index === column)?.field ?? null;
  const own = one.corrections.values.flatMap(({ column, text, value }) => {
    const field = fieldOf(column);
    return field === null ? [] : [{ field, text, value }];
  });
  const earlier = values.filter(({ field, text }) => !own.some((each) => each.field === field && each.text === text));
  return createDocumentWrite(IMPORT_CHOICES, idOf(one), before, {
    user: one.user,
    files: [{ headers, columns, constants, duplicates, at }, ...others].slice(0, MAX_FILES) as unknown as JsonValue,
    values: [...own, ...earlier].slice(0, MAX_VALUES),
  });
}
