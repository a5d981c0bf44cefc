import { MATCH_ALL, replaceFilterOption, type ReplacedOption } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { ClockPort, StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { commitUnitWithRetry, createSystemDocumentWrite } from '../documents/stored-document.ts';
import { keysOfView, readStoredView, VIEWS_COLLECTION, type StoredView } from './stored-view.ts';
import { resolveFieldName, withCurrentModules } from './view-content.ts';

/** Views that are read at a time. */
const PAGE = 1000;
/** Changed views stay at their places in the pages. */
const BY_ID = [{ kind: 'id', descending: false }] as const;

/** Replaces an option in the filters of all saved views; returns how many changed. Errors: of the store. */
export async function replaceInViews(
  { store, clock }: { readonly store: StorePort; readonly clock: ClockPort },
  snapshot: DefinitionSnapshot,
  option: ReplacedOption,
): Promise<number> {
  let changed = 0;
  for (let offset = 0; ; offset += PAGE) {
    const found = await store.find({ collection: VIEWS_COLLECTION.name, filter: MATCH_ALL, sort: BY_ID, offset, limit: PAGE });
    for (const { document } of found) {
      if (replaceInView(snapshot, readStoredView(document), option) === undefined) continue;
      changed += await commitUnitWithRetry(store, async () => {
        const [stored] = await store.get(VIEWS_COLLECTION.name, [document._id]);
        const before = stored && readStoredView(stored.document);
        const after = before && replaceInView(snapshot, before, option);
        if (before === undefined || after === undefined) return { unit: undefined, result: 0 };
        const write = createSystemDocumentWrite(VIEWS_COLLECTION.name, document._id, stored?.document, {
          document: { ...after, updatedAt: new Date(clock.now()).toISOString() } as unknown as RecordDocument,
          keys: keysOfView(after),
          previousKeys: keysOfView(before),
        });
        return { unit: { writes: [write] }, result: 1 };
      });
    }
    if (found.length < PAGE) return changed;
  }
}

/** The view with the other option in its filter; undefined: its filter does not have the first one, or its module is gone. */
function replaceInView(snapshot: DefinitionSnapshot, view: StoredView, option: ReplacedOption): StoredView | undefined {
  const module = [...snapshot.modules.values()].find(({ id }) => id === view.module);
  if (module === undefined) return undefined;
  const named = withCurrentModules({ snapshot }, module, view);
  const filter = replaceFilterOption(
    named.filter,
    module,
    snapshot,
    option,
    (of, name) => resolveFieldName(named.memo.filter, of, name) ?? '',
  );
  return filter && { ...named, filter };
}
