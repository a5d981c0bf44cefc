import type { JsonObject } from '#engine/model';

/** Modules that an activity can relate to, with the link field of the activity for that module, if there is one. */
const LINKS = { leads: 'lead', accounts: 'account', contacts: 'contact', subs: 'sub', providers: undefined } as const;

/** Names of the modules whose records have a timeline. */
export const TIMELINE_MODULES: readonly string[] = Object.keys(LINKS);

export function hasActivities(module: string): module is keyof typeof LINKS {
  return Object.hasOwn(LINKS, module);
}

function linkOf(module: string): string | undefined {
  return hasActivities(module) ? LINKS[module] : undefined;
}

/** The fields of an activity that link it to its record. */
export function relatedRecordFields(module: string, id: string): JsonObject {
  const link = linkOf(module);
  return { relatedRecord: { module, id }, relatedModule: module, ...(link === undefined ? {} : { [link]: id }) };
}

/** A populated flexible relate value. */
export interface PopulatedRecord {
  readonly module: string;
  readonly id: string;
}

/** Search terms for the activities of any of these records, by each of the link fields. */
export function buildRelatedTerms(records: readonly PopulatedRecord[]): JsonObject {
  const among = records.map(({ module, id }): JsonObject => ({ module, id }));
  const linked = Object.entries(LINKS).flatMap(([module, link]): JsonObject[] => {
    const ids = records.filter((record) => record.module === module).map(({ id }) => id);
    return link === undefined || ids.length === 0 ? [] : [{ [link]: { in: ids } }];
  });
  return { or: [{ relatedRecord: { in: among } }, { relatedRecords: { in: among } }, ...linked] };
}
