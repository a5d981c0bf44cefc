import { isDeepStrictEqual } from 'node:util';
import {
  listDifferences,
  mergeThreeWays,
  nameArtifact,
  type AnyDefinition,
  type ChangeSet,
  type DefinitionInput,
  type DefinitionSet,
  type MergeConflict,
} from '../registry/index.ts';
import type { DefinitionKind } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';

/** A change that is applied to definitions that may have changed since it was made. */
export interface MergedChange {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly before: JsonObject | null;
  readonly definition: JsonObject | null;
  /** Version of the definitions that it was made for. */
  readonly since: number;
}

/** The decisions of an admin: for each conflict, by '<artifact>#<path>', whose value is used. */
export type ConflictChoices = ReadonlyMap<string, 'mine' | 'theirs'>;

/** A property that the change and somebody else changed in different ways. */
export interface FoundConflict {
  readonly artifact: string;
  readonly path: string;
  readonly before: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
  /** The change-set that made the other change; undefined: it is not known. */
  readonly changeSet: ChangeSet | undefined;
}

/** The definitions to publish, without those that differ in nothing, and the conflicts that no choice decides. */
export interface MergedChanges {
  readonly inputs: readonly DefinitionInput[];
  readonly conflicts: readonly FoundConflict[];
}

/** Applies changes to the current definitions. In a conflict without a choice the value of the change is used. */
export function mergeChanges(
  changes: readonly MergedChange[],
  current: DefinitionSet,
  changeSets: readonly ChangeSet[],
  choices: ConflictChoices = new Map(),
): MergedChanges {
  const conflicts: FoundConflict[] = [];
  const inputs = changes.flatMap((change): readonly DefinitionInput[] => {
    const { kind, id } = change;
    const theirs = (current[kind] as ReadonlyMap<string, AnyDefinition>).get(id);
    const artifact = nameChange(change, theirs);
    const report = {
      push: ({ path, before, customized, base }: MergeConflict): void => {
        if (choices.has(`${artifact}#${path}`)) return;
        const sides = { before: toJson(before), mine: toJson(customized), theirs: toJson(base) };
        conflicts.push({ artifact, path, ...sides, changeSet: findOther(changeSets, change, path) });
      },
      prefersBase: ({ path }: MergeConflict): boolean => choices.get(`${artifact}#${path}`) === 'theirs',
    };
    const definition = mergeThreeWays(change.before ?? undefined, change.definition ?? undefined, theirs, report) ?? null;
    return isDeepStrictEqual(definition, theirs ?? null) ? [] : [{ kind, id, definition }];
  });
  return { inputs, conflicts };
}

/** 'module/tickets': the name of the artifact; by its id if it has no usable name. */
export function nameChange({ kind, id, before, definition }: Omit<MergedChange, 'since'>, current?: AnyDefinition): string {
  const known = current ?? (before as AnyDefinition | null);
  if (known !== null) return nameArtifact(kind, known);
  const { name, ssModule, view, key } = (definition ?? {}) as { readonly [property: string]: JsonValue | undefined };
  const isNamed = [name, key].some((text) => typeof text === 'string') || (typeof ssModule === 'string' && typeof view === 'string');
  return isNamed ? nameArtifact(kind, definition as unknown as AnyDefinition) : `${kind}/${id}`;
}

/** The last change-set that changed the artifact at this position since then. */
function findOther(changeSets: readonly ChangeSet[], { kind, id, since }: MergedChange, path: string): ChangeSet | undefined {
  return changeSets.findLast(
    ({ definitionVersion, changes }) =>
      definitionVersion > since &&
      changes.some((change) => change.kind === kind && change.id === id && touches(change.before, change.after, path)),
  );
}

/** Whether two states differ at a position, inside it, or around it. */
function touches(before: unknown, after: unknown, path: string): boolean {
  if (path === '/' || before === null || after === null) return true;
  return listDifferences(before, after).some(
    ({ path: one }) => one === '/' || one === path || one.startsWith(`${path}/`) || path.startsWith(`${one}/`),
  );
}

function toJson(value: unknown): JsonValue {
  return (value ?? null) as JsonValue;
}
