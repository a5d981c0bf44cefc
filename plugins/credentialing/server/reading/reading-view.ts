import type { Actor, PluginContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { compareValue } from '../../shared/reading-comparison.ts';
import type { ReadingProblem } from '../../shared/reading.ts';
import { readComparedRecord } from './compare-reading.ts';
import type { ReadableItem, StoredReading } from './readings.ts';

/** Why a document was not read, for people. */
const PROBLEM_TEXTS: { readonly [Problem in ReadingProblem]: string } = {
  encrypted: 'The PDF needs a password to be opened.',
  too_large: 'The document is too large to be read: it has more than 50 megapixels, or its content takes too long or too much memory.',
  damaged: 'The document is damaged.',
  no_text: 'No text was found in the document.',
};

type Context = Pick<PluginContext, 'records' | 'clock' | 'setting'>;

/** A reading as the endpoints return it, with each value compared with what the caller may see of the record. */
export async function showReading(
  context: Context,
  actor: Actor,
  input: { readonly item: ReadableItem; readonly reading: StoredReading; readonly isStaff: boolean },
): Promise<JsonObject> {
  const { reading } = input;
  const record = await readComparedRecord(context, actor, input);
  return {
    document: reading.document,
    status: reading.problem === undefined ? 'Read' : 'Not readable',
    problem: reading.problem === undefined ? null : { code: reading.problem, text: PROBLEM_TEXTS[reading.problem] },
    page_count: reading.pageCount,
    read_at: reading.readAt,
    proposals: reading.proposals.map((proposal) => ({
      ...proposal,
      comparison: { ...compareValue(proposal.field, proposal.value, record) },
    })),
  };
}

/** A document that has not been read. */
export function showUnread({ document }: ReadableItem): JsonObject {
  return { document, status: 'Not read', problem: null, page_count: 0, read_at: null, proposals: [] };
}
