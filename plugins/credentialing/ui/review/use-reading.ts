import { toText } from '#engine/model';
import { callApi, useModuleQuery, type RecordData } from '#ui';
import { ITEMS } from '../items/use-items.ts';
import type { Box } from '../viewer/rotate-box.ts';

/** What a value on a page is about. */
export type ReadField = 'name' | 'issue_date' | 'end_date' | 'number' | 'npi';

/** A value that was read from a page, and how it compares with the record. */
export interface Proposal {
  readonly field: ReadField;
  /** Days as `YYYY-MM-DD`. */
  readonly value: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly comparison: { readonly state: 'fine' | 'check' | 'problem'; readonly text: string };
}

/** What was read from the document of an item. */
export interface Reading {
  /** The path of the document. */
  readonly document: string;
  readonly status: 'Read' | 'Not readable' | 'Not read';
  readonly problem: { readonly text: string } | null;
  readonly proposals: readonly Proposal[];
}

const pathOf = (item: string, action: string): string => `/api/credentialing-required-items/${encodeURIComponent(item)}/${action}`;

/** What was read from the document of an item; undefined: it has none, or nothing is known. */
export function useReading(item: RecordData): { readonly reading: Reading | undefined; readonly reload: () => Promise<unknown> } {
  const path = toText(item['document']);
  const { data, refetch } = useModuleQuery(ITEMS, { reading: item._id, path }, (signal) =>
    path === '' ? Promise.resolve(null) : callApi<Reading>('GET', pathOf(item._id, 'reading'), { signal }),
  );
  // While another document is read, that of the one before is still there.
  return { reading: data?.document === path ? data : undefined, reload: refetch };
}

/** Reads the document of an item now. */
export function readDocument(item: string): Promise<unknown> {
  return callApi('POST', pathOf(item, 'read-document'), { body: {} });
}

/** Saves values that a person has accepted, as they were read or corrected. */
export function acceptReading(item: RecordData, document: string, values: { readonly [field in ReadField]?: string }): Promise<unknown> {
  return callApi('POST', pathOf(item._id, 'accept-reading'), { body: { document, values, version: item._version } });
}
