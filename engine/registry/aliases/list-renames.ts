import { pathOfModule, type ModuleDefinition } from '#engine/model/definitions';
import type { ChangeSet, DefinitionChange, NameAlias } from '../contract.ts';

/** A rename of the customizations whose alias nobody removed. What has the stable id may have any name now, or be missing. */
export interface Rename extends Pick<NameAlias, 'id' | 'kind' | 'alias' | 'changeSet'> {
  /** Stable id of the module that is renamed, or whose definition contains the field or relationship. */
  readonly moduleId: string;
  /** Stable id of the field or relationship; of a module its own. */
  readonly targetId: string;
  /** The path of the endpoints before; undefined: not of a module. */
  readonly path?: string;
}

type FoundRename = Pick<Rename, 'kind' | 'targetId' | 'alias' | 'path'>;

/** All renames of published change-sets, oldest first, without those whose aliases were removed. Of several with the same alias the last. */
export function listRenames(changeSets: readonly ChangeSet[]): readonly Rename[] {
  const renames = new Map<string, Rename>();
  for (const changeSet of changeSets) {
    if (changeSet.state !== 'published') continue;
    const removed = new Set(changeSet.removedAliases);
    for (const [key, { id }] of renames) if (removed.has(id)) renames.delete(key);
    for (const change of changeSet.changes)
      for (const found of compareNames(change)) {
        // Of several that had a name in turn, the last one has it as its alias.
        const key = JSON.stringify([found.kind, found.kind === 'module' ? '' : change.id, found.alias]);
        renames.delete(key);
        renames.set(key, { ...found, id: `${found.kind}-${found.targetId}-${changeSet._id}`, moduleId: change.id, changeSet });
      }
  }
  return [...renames.values()];
}

function compareNames({ kind, id, before, after }: DefinitionChange): readonly FoundRename[] {
  if (kind !== 'module' || before === null || after === null) return [];
  const [was, is] = [before as ModuleDefinition, after as ModuleDefinition];
  const ofModule: FoundRename[] = was.name === is.name ? [] : [{ kind: 'module', targetId: id, alias: was.name, path: pathOfModule(was) }];
  return [...ofModule, ...compareFields(was, is), ...compareRelationships(was, is)];
}

function compareFields(was: ModuleDefinition, is: ModuleDefinition): readonly FoundRename[] {
  const names = new Map(is.fields.map(({ id, fieldName }) => [id, fieldName]));
  return was.fields.flatMap(({ id, fieldName }): readonly FoundRename[] =>
    (names.get(id) ?? fieldName) === fieldName ? [] : [{ kind: 'field', targetId: id, alias: fieldName }],
  );
}

/** A relationship is a field of the related module, and a relation of its own module. */
function compareRelationships(was: ModuleDefinition, is: ModuleDefinition): readonly FoundRename[] {
  return (was.relationships ?? []).flatMap(({ id, name, reverseName = name }): readonly FoundRename[] => {
    const now = is.relationships?.find((one) => one.id === id);
    if (now === undefined) return [];
    return [
      ...(now.name === name ? [] : [{ kind: 'field', targetId: id, alias: name } as const]),
      ...((now.reverseName ?? now.name) === reverseName ? [] : [{ kind: 'relation', targetId: id, alias: reverseName } as const]),
    ];
  });
}
