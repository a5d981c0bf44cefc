import { createRights, loadAccessSubject, SYSTEM_RIGHTS, type Access, type Rights } from '../access/index.ts';
import type { ClockPort, StorePort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';

interface PreviewAccessInput {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly snapshot: DefinitionSnapshot;
  /** The rights of the person for whom the definitions are shown. */
  readonly rights: Rights;
}

/** Access of a preview: whoever asks has the rights of the person for whom it is shown. The product itself passes every check. */
export function createPreviewAccess({ store, clock, snapshot, rights }: PreviewAccessInput): Access {
  return {
    scope: async (actor) => ({ actor, snapshot, rights: actor.kind === 'system' ? SYSTEM_RIGHTS : rights }),
    beginRequest: (actor) => actor,
    rightsOf: async (userId) => createRights(await loadAccessSubject(store, snapshot, userId), snapshot, clock),
  };
}
