import type { StorePort } from '../../ports/index.ts';
import { readStoredView, VIEW_KEYS, VIEWS_COLLECTION } from './stored-view.ts';

/** A part of a saved view that uses a field. */
export interface ViewUse {
  readonly view: string;
  /** 'filter', 'columns', 'sort', 'groupBy', 'viewType'. */
  readonly part: string;
  /** Id of the field. */
  readonly field: string;
}

const MAX_VIEWS = 10_000;

/** The saved views of a module, of all users, that use one of these fields, by the stable ids of the module and the fields. */
export async function findViewUses(store: StorePort, module: string, fields: ReadonlySet<string>): Promise<readonly ViewUse[]> {
  const filter = { kind: 'equals', key: VIEW_KEYS.module, values: [module] } as const;
  const found = await store.find({ collection: VIEWS_COLLECTION.name, filter, sort: [], limit: MAX_VIEWS });
  return found.flatMap(({ document }) => {
    const { name, memo } = readStoredView(document);
    return Object.entries(memo).flatMap(([part, byModule]) => {
      const used = new Set(Object.values(byModule).flatMap((names) => Object.values(names).map(({ id }) => id)));
      return [...used].filter((id) => fields.has(id)).map((field): ViewUse => ({ view: name, part, field }));
    });
  });
}
