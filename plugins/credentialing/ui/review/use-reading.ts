import { toText } from '#engine/model';
import { callApi, useModuleChanges, useModuleQuery, type RecordData } from '#ui';
import { ITEMS } from '../items/use-items.ts';
import type { Box } from '../viewer/rotate-box.ts';

/** What a value on a page is about. */
export const READ_FIELDS = ['name', 'issue_date', 'end_date', 'number', 'npi'] as const;
type ReadField = (typeof READ_FIELDS)[number];

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
  /** `waiting`: it is being read; `off`: nothing is read, by a setting. */
  readonly status: 'read' | 'waiting' | 'failed' | 'off';
  readonly proposals: readonly Proposal[];
  /** Why it could not be read, as a sentence. */
  readonly problem?: string | null;
}

/** What was read from the document of an item; undefined: nothing is known. */
export function useReading(item: RecordData): { readonly reading: Reading | undefined } {
  const path = toText(item['document']);
  const { data, refetch } = useModuleQuery(ITEMS, { reading: item._id, path }, (signal) =>
    path === '' ? Promise.resolve(null) : callApi<Reading>('GET', `/api/credentialing-required-items/${encodeURIComponent(item._id)}/reading`, { signal }),
  );
  useModuleChanges('documentReadings', () => void refetch());
  return { reading: path === '' ? undefined : (data ?? undefined) };
}
