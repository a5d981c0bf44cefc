import type { IdsPort } from '#engine';
import type { JsonObject, RecordOf } from '#engine/model';
import { isApplicable, readConditions } from '../../shared/conditions.ts';
import type { RequiredItem } from '../../shared/item.ts';
import { copyFromSetup } from '../services/setup-items.ts';
import type { EarlierWork } from './earlier-work.ts';

/** An item of a record that is being built. */
export interface PlannedItem {
  readonly _id: string;
  readonly source: RequiredItem;
  readonly fields: JsonObject;
  /** The agreement of an earlier record that is signed already. */
  readonly signed: boolean;
}

interface PlanInput {
  readonly record: RecordOf<'credentialing'>;
  readonly providerType: string | undefined;
  readonly setupItems: readonly RequiredItem[];
  readonly earlier: EarlierWork;
  readonly ids: Pick<IdsPort, 'next'>;
  /** ISO time of the save. */
  readonly now: string;
}

/** The items of a record, in their order: those of the setup for the type of the provider, with what was handed in before. */
export function planItems({ record, providerType, setupItems, earlier, ids, now }: PlanInput): readonly PlannedItem[] {
  const sources = setupItems
    .filter(({ provider_type: types = [] }) => types.length === 0 || types.some((type) => type === providerType))
    .toSorted((left, right) => (left.order ?? 0) - (right.order ?? 0));
  const idOf = new Map(sources.map(({ _id }) => [_id, ids.next()]));
  const planned = sources.map((source): PlannedItem => {
    const completed = earlier.findCompleted(source);
    const fields = {
      ...copyFromSetup(source, idOf),
      relatedCredentialingRecord: record._id,
      assigned_to: record.assigned_to ?? source.assigned_to ?? null,
      due_date: source.due_date ?? record.due_date ?? null,
      ...(completed === undefined ? describeDocument(earlier, source, now) : describeCompleted(completed)),
    };
    return { _id: idOf.get(source._id) ?? '', source, fields, signed: completed?.relatedAgreement !== undefined };
  });
  return markApplicable(planned);
}

function describeCompleted(item: RequiredItem): JsonObject {
  const { completionDetails, response_date, provider_response, expiration_date, relatedAgreement } = item;
  return {
    status: 'Approved',
    completed: true,
    completionDetails: { ...completionDetails, approvalStatus: 'Approved' },
    response_date: response_date ?? null,
    provider_response: provider_response ?? null,
    expiration_date: expiration_date ?? null,
    ...(relatedAgreement === undefined ? {} : { relatedAgreement }),
  };
}

function describeDocument(earlier: EarlierWork, item: RequiredItem, now: string): JsonObject {
  const document = earlier.findDocument(item);
  if (document?.path === undefined) return {};
  return {
    status: 'Submitted',
    completed: false,
    submitted_at: now,
    document: document.path,
    expiration_date: document.exp_date ?? null,
    completionDetails: {
      approvalStatus: 'Submitted',
      documentLink: { link: document.path },
      ...(document.exp_date === undefined ? {} : { expirationDate: document.exp_date }),
    },
  };
}

/** Marks the items whose conditions do not hold. One that depends on another comes after it, in as many rounds as there are items. */
function markApplicable(planned: readonly PlannedItem[]): readonly PlannedItem[] {
  const items = new Map(planned.map(({ _id, fields }) => [_id, { ...fields, _id } as unknown as RequiredItem]));
  const conditioned = planned.filter(({ fields }) => readConditions(fields['conditions']).length > 0);
  for (let round = 0; round < conditioned.length; round += 1)
    for (const { _id, fields } of conditioned) {
      const item = items.get(_id);
      const not_applicable = !isApplicable(readConditions(fields['conditions']), items);
      if (item !== undefined) items.set(_id, { ...item, not_applicable });
    }
  return planned.map((one) => {
    const not_applicable = items.get(one._id)?.not_applicable;
    return not_applicable === undefined ? one : { ...one, fields: { ...one.fields, not_applicable } };
  });
}
