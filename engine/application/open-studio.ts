import { createAliasUses, createChangeSets, type ReferenceFinder } from '../change-sets/index.ts';
import { createLayoutCosts, findCostlyLayouts } from '../indexes/index.ts';
import { createPreviews } from '../previews/index.ts';
import type { FilesPort, LogPort } from '../ports/index.ts';
import type { ReadServices, RecordOperations } from '../records/index.ts';
import type { Registry } from '../registry/index.ts';
import type { Sessions } from '../sessions/index.ts';
import { findWebhookReferences } from '../webhooks/index.ts';

/** What the studio needs. */
interface StudioServices {
  readonly registry: Registry;
  readonly records: RecordOperations;
  /** What reading records needs. */
  readonly reading: ReadServices;
}

/** What admins change definitions with: drafts, what layouts cost, and previews of a draft. */
export function openStudio(
  { contents, log }: { readonly contents: FilesPort; readonly log: LogPort },
  { registry, records, reading }: StudioServices,
  sessions: Pick<Sessions, 'describeUser'>,
) {
  const { store, access, cipher, clock, ids } = reading;
  const aliasUses = createAliasUses({ store, clock, log });
  const referenceFinders: readonly ReferenceFinder[] = [(snapshot, changed) => findWebhookReferences(store, snapshot, changed)];
  const changeSets = createChangeSets({
    ...{ store, registry, records, aliasUses, cipher, access, clock, ids, referenceFinders },
    findCostlyLayouts: (review) => findCostlyLayouts(store, review),
  });
  const describeUser = (id: string) => sessions.describeUser(id);
  return {
    aliasUses,
    changeSets,
    layoutCosts: createLayoutCosts({ store, clock }),
    previews: createPreviews({ ...reading, registry, changeSets, contents, log, describeUser }),
  };
}
