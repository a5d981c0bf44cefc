import type { InTransactionContext } from '#engine';
import { today, type RecordOf } from '#engine/model';
import { BUILD_SOURCE } from '../../shared/build.ts';
import { SIGN } from '../../shared/item.ts';
import { reportStep } from '../build/build-progress.ts';
import { createAgreement, readPeople } from '../build/create-agreement.ts';
import { readEarlierWork } from '../build/earlier-work.ts';
import { planItems, type PlannedItem } from '../build/plan-items.ts';

type Context = InTransactionContext<'credentialing'>;

/** The most items of a setup. */
const MAX_ITEMS = 1_000;

/** Builds the items and agreements of a record in its commit: there is never a record with a part of them. */
export async function buildItems(context: Context): Promise<void> {
  const { event, record, unit, ids, clock } = context;
  const { placements_credentialing: placement, providers_credentialing: providerId, credentialingSetup_credentialing: setup } = record;
  if (event.kind !== 'create' || event.changeSource !== BUILD_SOURCE) return;
  if (placement === undefined || providerId === undefined || setup === undefined) return;
  reportStep(placement, 'items');
  const provider = await unit.get('providers', providerId);
  if (provider === undefined) return context.refuse('credentialing_not_created');
  const planned = planItems({
    record,
    providerType: provider.provider_type,
    setupItems: await unit.find('credentialingRequiredItems', { relatedCredentialingSetup: setup }, { limit: MAX_ITEMS }),
    earlier: await readEarlierWork(context, providerId, { except: record._id, day: today(context) }),
    ids,
    now: new Date(clock.now()).toISOString(),
  });
  reportStep(placement, 'agreements');
  const agreements = await createAgreements(context, planned, provider);
  for (const { _id, fields } of planned) {
    const agreement = agreements.get(_id);
    const relatedAgreement = agreement === undefined ? {} : { relatedAgreement: { module: 'interactiveDocumentInstances', id: agreement } };
    await context.create('credentialingRequiredItems', { ...fields, _id, ...relatedAgreement });
  }
}

/** The agreements by the ids of their items. */
async function createAgreements(
  context: Context,
  planned: readonly PlannedItem[],
  provider: RecordOf<'providers'>,
): Promise<ReadonlyMap<string, string>> {
  const { record } = context;
  const toSign = planned.filter(({ source, signed }) => source.field_type === SIGN && !signed);
  const made = new Map<string, string>();
  if (toSign.length === 0) return made;
  const people = await readPeople(context, provider, record.assigned_to);
  for (const { _id, source } of toSign) {
    const { relatedAgreement: document } = source;
    if (document?.module !== 'interactiveDocuments') continue;
    const agreement = await createAgreement(context, document.id, record, people);
    if (agreement !== undefined) made.set(_id, agreement);
  }
  return made;
}
