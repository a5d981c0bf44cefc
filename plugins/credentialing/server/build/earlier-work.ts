import type { InTransactionContext } from '#engine';
import { foldText, type RecordOf } from '#engine/model';
import { labelKey, UPLOAD, type RequiredItem } from '../../shared/item.ts';

/** What a provider handed in before. */
export interface EarlierWork {
  /** The completed item with the same title on an earlier record; undefined: there is none, or it has expired. Never for an upload. */
  findCompleted(item: RequiredItem): RequiredItem | undefined;
  /** The active document that has not expired, for an upload that expires: of the document type of the item, or with its title. */
  findDocument(item: RequiredItem): RecordOf<'documents'> | undefined;
}

/** Reads the earlier records and the documents of a provider. */
export async function readEarlierWork(
  { unit }: Pick<InTransactionContext, 'unit'>,
  provider: string,
  { except, day }: { readonly except: string; readonly day: string },
): Promise<EarlierWork> {
  const completed = await readCompleted(unit, provider, except, day);
  const documents = (await unit.find('documents', { providers_documents: provider, status: 'Active' })).filter(
    ({ path, exp_date: end = '' }) => path !== undefined && (end === '' || end >= day),
  );
  return {
    findCompleted: (item) => (item.field_type === UPLOAD ? undefined : completed.get(labelKey(item))),
    findDocument: (item) => {
      if (item.field_type !== UPLOAD || item.requires_exp_date !== true) return undefined;
      return chooseDocument(item, documents);
    },
  };
}

async function readCompleted(
  unit: InTransactionContext['unit'],
  provider: string,
  except: string,
  day: string,
): Promise<ReadonlyMap<string, RequiredItem>> {
  const records = (await unit.find('credentialing', { providers_credentialing: provider })).filter(({ _id }) => _id !== except);
  const ids = records.slice(-100).map(({ _id }) => _id);
  if (ids.length === 0) return new Map();
  const items = await unit.find(
    'credentialingRequiredItems',
    { relatedCredentialingRecord: { in: ids }, completed: true },
    { limit: 5_000 },
  );
  const lasting = items.filter(({ expiration_date: end = '' }) => end === '' || end >= day);
  // In the order of their ids: the newest wins.
  return new Map(lasting.map((item) => [labelKey(item), item]));
}

/** The one that is valid longest; one without an end is valid longest of all. */
function chooseDocument(item: RequiredItem, documents: readonly RecordOf<'documents'>[]): RecordOf<'documents'> | undefined {
  const label = labelKey(item);
  const matching = documents.filter(
    ({ name, category }) => (item.document_type !== undefined && item.document_type === category) || foldText(name ?? '') === label,
  );
  const endOf = ({ exp_date }: RecordOf<'documents'>): string => exp_date ?? '9999';
  return matching.toSorted((left, right) => endOf(right).localeCompare(endOf(left)))[0];
}
