import type { ActiveDefinitions } from './activate-definitions.ts';
import { eachDefinition, nameArtifact, pluginOf } from './base/definition-set.ts';
import type { ArtifactState, DefinitionOrigin } from './contract.ts';

/** The effective definitions of all kinds, each with its base and its origin. */
export function listArtifacts({ candidate: { base, effective } }: Pick<ActiveDefinitions, 'candidate'>): readonly ArtifactState[] {
  return [...eachDefinition(effective.set)].map(({ kind, id, definition }) => {
    const original = base.set[kind].get(id);
    return {
      kind,
      id,
      artifact: nameArtifact(kind, definition),
      definition,
      base: original,
      source: original === undefined ? { kind: 'admin' } : sourceOf(base.origins.get(`${kind}/${id}`)),
    };
  });
}

/** By the file: 'engine/registry/system/…', 'plugins/<name>/definitions/…' or 'plugin/<name>'. */
export function sourceOf(origin: string | undefined): DefinitionOrigin {
  const plugin = pluginOf(origin ?? '');
  if (plugin !== undefined) return { kind: 'plugin', plugin };
  return { kind: origin?.startsWith('engine/registry/system/') === true ? 'engine' : 'product' };
}
