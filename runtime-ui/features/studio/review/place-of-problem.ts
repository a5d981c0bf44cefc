import type { ChangeProblem, ChangeView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { STUDIO } from '../studio-sections.ts';

/** The page of the studio on which a problem of a draft can be solved; undefined: the draft does not change that definition. */
export function placeOfProblem({ change, path }: ChangeProblem, changes: readonly ChangeView[]): string | undefined {
  if (change === null) return undefined;
  const id = encodeURIComponent(change.id);
  if (change.kind === 'dropdown') return `${STUDIO}/dropdowns/${id}`;
  if (change.kind === 'module') {
    const { definition } = changes.find((one) => one.kind === 'module' && one.id === change.id) ?? {};
    const field = findField(definition?.['fields'], path);
    if (field !== undefined) return `${STUDIO}/modules/${id}/fields/${encodeURIComponent(field)}`;
  }
  return jsonRoute(change.kind, change.id);
}

export function jsonRoute(kind: string, id: string): string {
  return `${STUDIO}/json/${kind}/${encodeURIComponent(id)}`;
}

/** The id of the field that a path names by its index, id or name. */
function findField(fields: JsonValue | undefined, path: string): string | undefined {
  const name = /^\/fields\/([^/]+)/u.exec(path)?.[1];
  if (!Array.isArray(fields) || name === undefined) return undefined;
  const found = (fields as readonly (Readonly<Record<string, JsonValue>> | null)[]).find(
    (field, index) => String(index) === name || field?.['id'] === name || field?.['fieldName'] === name,
  );
  return typeof found?.['id'] === 'string' ? found['id'] : undefined;
}
