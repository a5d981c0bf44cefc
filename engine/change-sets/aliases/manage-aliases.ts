import type { AliasEntry } from '#engine/model/wire';
import { MusterError } from '../../errors/index.ts';
import type { PublishInput } from '../../registry/index.ts';
import type { ChangeSetServices } from '../contract.ts';
import { nameChangeSet, readUserNames } from '../view-change-set.ts';

/** The aliases that are in effect, the latest first, with their uses. */
export async function viewAliases(
  services: ChangeSetServices,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly data: readonly AliasEntry[]; readonly total: number }> {
  const snapshot = services.registry.current();
  const all = snapshot.aliases.all.toReversed();
  const page = all.slice(offset, offset + limit);
  const uses = await services.aliasUses.read(page.map(({ id }) => id));
  const names = await readUserNames(
    services,
    [...uses.values()].map(({ lastUsedBy }) => lastUsedBy.user),
  );
  const data = page.map(({ id, kind, module, alias, name, label, path, changeSet }): AliasEntry => {
    const use = uses.get(id);
    const own = snapshot.modules.get(module);
    return {
      _id: id,
      kind,
      module: { _id: own?.id ?? module, name: module, label: own?.label ?? module },
      alias,
      name,
      label,
      path: path ?? null,
      renamedAt: changeSet.at,
      changeSet: { _id: changeSet._id, name: nameChangeSet(changeSet) },
      uses: use?.uses ?? 0,
      lastUsedAt: use?.lastUsedAt ?? null,
      lastUsedBy: use === undefined ? null : { _id: use.lastUsedBy.user, name: names.get(use.lastUsedBy.user) ?? use.lastUsedBy.user },
      token: use?.lastUsedBy.token ?? null,
    };
  });
  return { data, total: all.length };
}

/** Makes the publication that removes an alias, with its uses. Errors: `definition_not_found`. */
export function makeAliasRemoval({ registry, aliasUses }: ChangeSetServices, id: string): Omit<PublishInput, 'author'> {
  const found = registry.current().aliases.all.find((one) => one.id === id);
  if (found === undefined) throw new MusterError('definition_not_found', { values: { kind: 'alias' } });
  const { kind, module, alias } = found;
  const name = (kind === 'module' ? `Alias ${alias} of ${module} removed` : `Alias ${alias} in ${module} removed`).slice(0, 200);
  return { name, changes: [], removesAliases: [id], extraWrites: () => aliasUses.removal(id) };
}
