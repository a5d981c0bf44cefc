import type { DefinitionKind } from '#engine/model/definitions';
import type { ProblemPlace } from '#engine/model/wire';
import { eachDefinition, nameArtifact, type AnyDefinition, type BaseDefinitions, type DefinitionSet } from './base/definition-set.ts';
import type { DefinitionInput } from './contract.ts';
import type { DefinitionProblem } from './problem.ts';

/** An artifact with its position in its file: '' for the whole file, '/layouts/2' for one of several. */
interface PlacedArtifact {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly definition: unknown;
  readonly artifact: string;
  readonly position: string;
}

/**
 * Returns a function that finds the artifact and the field of a problem; undefined: it is in no definition, such as in a saved view.
 * `inputs` are changes that may break the rules of their form, and are not in the set.
 */
export function createPlaceFinder(
  base: BaseDefinitions,
  set: DefinitionSet,
  inputs: readonly DefinitionInput[],
): (problem: DefinitionProblem) => ProblemPlace | undefined {
  let byFile: ReadonlyMap<string, readonly PlacedArtifact[]> | undefined;
  return ({ file, path }) => {
    byFile ??= indexByFile(base, set, inputs);
    const isIn = ({ position }: PlacedArtifact): boolean => path === position || path.startsWith(`${position}/`);
    const found = byFile.get(file)?.find(isIn);
    return found && describePlace(found, path.slice(found.position.length));
  };
}

/** The artifacts by each name under which their problems are reported: their file, 'kind/name' and 'kind/id'. */
function indexByFile(base: BaseDefinitions, set: DefinitionSet, inputs: readonly DefinitionInput[]): Map<string, PlacedArtifact[]> {
  const byFile = new Map<string, PlacedArtifact[]>();
  const add = (file: string, placed: PlacedArtifact): void => {
    const list = byFile.get(file);
    if (list === undefined) byFile.set(file, [placed]);
    else list.push(placed);
  };
  const addAll = (kind: DefinitionKind, id: string, definition: AnyDefinition, artifact: string): void => {
    const placed = { kind, id, definition, artifact };
    const [file, position = ''] = base.origins.get(`${kind}/${id}`)?.split('#') ?? [];
    if (file !== undefined) add(file, { ...placed, position });
    for (const name of new Set([artifact, `${kind}/${id}`])) add(name, { ...placed, position: '' });
  };
  // What is changed goes before what it was.
  for (const { kind, id, definition } of inputs)
    if (definition !== undefined && definition !== null) addAll(kind, id, definition as AnyDefinition, `${kind}/${id}`);
  for (const { kind, id, definition } of eachDefinition(set)) addAll(kind, id, definition, nameArtifact(kind, definition));
  return byFile;
}

function describePlace({ kind, id, definition, artifact }: PlacedArtifact, path: string): ProblemPlace {
  const [, name, rest = ''] = /^\/fields\/([^/]+)(\/.*)?$/u.exec(path) ?? [];
  const field = name === undefined ? undefined : findField((definition as { readonly fields?: unknown }).fields, name);
  if (field === undefined) return { kind, id, artifact, field: null, path: path === '/' ? '' : path };
  return { kind, id, artifact, field, path: rest };
}

/** The field of a definition that a position names by its index, id or name; the definition may have any form. */
function findField(fields: unknown, name: string): { readonly id: string; readonly label: string } | undefined {
  if (!Array.isArray(fields)) return undefined;
  const found = (fields as readonly (Readonly<Record<string, unknown>> | null)[]).find(
    (field, index) => String(index) === name || field?.['id'] === name || field?.['fieldName'] === name,
  );
  const [id, label] = [found?.['id'], found?.['label'] ?? found?.['fieldName']];
  return typeof id === 'string' && typeof label === 'string' ? { id, label } : undefined;
}
