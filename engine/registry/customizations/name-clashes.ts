import type { DefinitionKind, FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import {
  eachDefinition,
  nameArtifact,
  putDefinition,
  type AnyDefinition,
  type DefinitionSet,
  type DefinitionSetDraft,
} from '../base/definition-set.ts';
import type { ChangeSet, DefinitionConflict } from '../contract.ts';

/**
 * Takes out of the effective definitions what an upgrade of the base added under a name that a customization had already given to
 * something else: an artifact, or a field of a module. The customization has priority, as in every conflict. Returns the conflicts.
 * `unpublished`: id of a change-set that is being published; in it, a name that is taken is an error of its author.
 */
export function hideClashes(
  set: DefinitionSetDraft,
  base: DefinitionSet,
  changeSets: readonly ChangeSet[],
  unpublished: string | undefined,
): readonly DefinitionConflict[] {
  const creators = listCreators(changeSets.filter(({ _id }) => _id !== unpublished));
  return [...hideArtifacts(set, base, creators), ...hideFields(set, base, creators)];
}

/** The change-set that created an artifact, by 'kind/id', or a field of a module, by 'module/id/field id'. */
type Creators = ReadonlyMap<string, string>;

function listCreators(changeSets: readonly ChangeSet[]): Creators {
  const creators = new Map<string, string>();
  for (const { _id, changes } of changeSets)
    for (const { kind, id, before, after } of changes) {
      if (before === null) creators.set(`${kind}/${id}`, _id);
      if (kind !== 'module' || after === null) continue;
      const known = new Set((before as ModuleDefinition | null)?.fields.map((field) => field.id));
      for (const field of (after as ModuleDefinition).fields) if (!known.has(field.id)) creators.set(`module/${id}/${field.id}`, _id);
    }
  return creators;
}

function hideArtifacts(set: DefinitionSetDraft, base: DefinitionSet, creators: Creators): readonly DefinitionConflict[] {
  const own = new Map(
    [...eachDefinition(set)].flatMap(({ kind, id, definition }) =>
      isBase(base, kind, id) || !creators.has(`${kind}/${id}`) || isDeleted(definition)
        ? []
        : [[keyOf(kind, definition), definition] as const],
    ),
  );
  if (own.size === 0) return [];
  const clashing = [...eachDefinition(set)].filter(
    ({ kind, id, definition }) => isBase(base, kind, id) && !isDeleted(definition) && own.has(keyOf(kind, definition)),
  );
  for (const { kind, id, definition } of clashing) {
    set[kind].delete(id);
    if (kind === 'module') hideLayouts(set, base, (definition as ModuleDefinition).name);
  }
  return clashing.map(({ kind, id, definition }) => {
    const customized = own.get(keyOf(kind, definition)) as AnyDefinition;
    const changeSet = creators.get(`${kind}/${customized.id}`) ?? '';
    const artifact = nameArtifact(kind, definition);
    return { kind, id, artifact, path: '/', changeSet, before: undefined, base: definition, customized, replaces: customized.id };
  });
}

/** The layouts that belong to a module of the base that is hidden. */
function hideLayouts(set: DefinitionSetDraft, base: DefinitionSet, module: string): void {
  for (const [id, { ssModule }] of set.layout) if (ssModule === module && base.layout.has(id)) set.layout.delete(id);
}

function hideFields(set: DefinitionSetDraft, base: DefinitionSet, creators: Creators): readonly DefinitionConflict[] {
  const conflicts: DefinitionConflict[] = [];
  for (const [id, module] of set.module) {
    const inBase = new Set(base.module.get(id)?.fields.map((field) => field.id));
    const creatorOf = (field: FieldDefinition): string | undefined =>
      inBase.has(field.id) ? undefined : creators.get(`module/${id}/${field.id}`);
    const own = new Map(module.fields.flatMap((field) => (creatorOf(field) === undefined ? [] : [[field.fieldName, field] as const])));
    const clashing = module.fields.filter((field) => inBase.has(field.id) && own.has(field.fieldName));
    if (clashing.length === 0) continue;
    putDefinition(set, 'module', id, { ...module, fields: module.fields.filter((field) => !clashing.includes(field)) });
    for (const field of clashing) {
      const customized = own.get(field.fieldName) as FieldDefinition;
      const place = { kind: 'module', id, artifact: nameArtifact('module', module), path: `/fields/${field.id}` } as const;
      const changeSet = creatorOf(customized) ?? '';
      conflicts.push({ ...place, changeSet, before: undefined, base: field, customized, replaces: customized.id });
    }
  }
  return conflicts;
}

function isBase(base: DefinitionSet, kind: DefinitionKind, id: string): boolean {
  return base[kind].has(id);
}

function isDeleted(definition: AnyDefinition): boolean {
  return 'deleted' in definition && definition.deleted === true;
}

/** Names of modules are compared without case, as their paths are. */
function keyOf(kind: DefinitionKind, definition: AnyDefinition): string {
  const name = nameArtifact(kind, definition);
  return kind === 'module' ? name.toLowerCase() : name;
}
