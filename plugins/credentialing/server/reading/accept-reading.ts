import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import type { JsonObject } from '#engine/model';
import { isNpi, normalizeNumber } from '../../shared/reading.ts';
import { findReading, requireItem, storeNumbers } from './readings.ts';

/** The values that a person accepts, as they were read or corrected. */
interface AcceptedValues {
  readonly name?: string;
  readonly issue_date?: string;
  readonly end_date?: string;
  readonly number?: string;
  readonly npi?: string;
}

interface AcceptInput {
  readonly document: string;
  readonly values: AcceptedValues;
  readonly version?: number;
}

/**
 * `POST …/accept-reading` `{ document, values, version? }`: writes the chosen values to the item with the rights of the caller. The document
 * must be the one that the values were read from.
 */
export async function acceptReading(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, refuse, batchId, idempotencyKeyFor } = context;
  const { document, values, version } = context.body as unknown as AcceptInput;
  const item = await requireItem(context, actor, context.parameters['item'] ?? '');
  const reading = await findReading(context, item);
  if (reading === undefined || document !== item.document) return refuse('reading_outdated');
  if (values.npi !== undefined && !isNpi(values.npi)) return refuse('evidence_npi_invalid');
  const result = await records.update(actor, {
    module: 'credentialingRequiredItems',
    id: item.id,
    fields: fieldsOf(values, item.record['completionDetails'] as JsonObject | undefined),
    version,
    batchId,
    idempotency: idempotencyKeyFor('item'),
  });
  const numbers = [values.number, values.npi].flatMap((value) => (value === undefined ? [] : [normalizeNumber(value)]));
  if (numbers.length > 0) await storeNumbers(context, actor, reading, numbers);
  return { body: { ...result.record }, batchId: result.batchId };
}

/** An end date makes the item one that expires. */
function fieldsOf(values: AcceptedValues, details: JsonObject | undefined): JsonObject {
  const { name, issue_date, end_date, number, npi } = values;
  return {
    ...(end_date === undefined ? {} : { requires_exp_date: true, expiration_date: end_date }),
    completionDetails: {
      ...details,
      ...(end_date === undefined ? {} : { expirationDate: end_date }),
      ...(issue_date === undefined ? {} : { issueDate: issue_date }),
      ...(name === undefined ? {} : { nameOnDocument: name }),
      ...(number === undefined ? {} : { documentNumber: number }),
      ...(npi === undefined ? {} : { npi }),
    },
  };
}
