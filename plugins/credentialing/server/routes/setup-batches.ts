import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { foldText, toText, type JsonObject, type JsonValue } from '#engine/model';
import { labelKey, titleOf, type RequiredItem } from '../../shared/item.ts';
import { applyChanges, describeRefused, type ItemChange, type PlannedChange } from '../services/apply-changes.ts';
import { listDifferences } from '../services/compare-items.ts';
import { findIn, findItemsOf, nameOf } from '../services/read-records.ts';

type Setups = ReadonlyMap<string, VisibleRecord>;

/** `POST /api/credentialing-setups/required-items-batch-change-entries`: changes fields of the matching items of many setups. */
export async function changeEntries(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const {
    setups: ids,
    match,
    fields,
  } = context.body as {
    readonly setups: readonly string[];
    readonly match: { readonly [field: string]: JsonValue };
    readonly fields: JsonObject;
  };
  const setups = await readSetups(context, ids);
  const items = (await findItemsOf(context, 'relatedCredentialingSetup', ids)).filter((item) => isMatch(item, match));
  return save(
    context,
    items.flatMap((item) => describeChange(setups, item, fields) ?? []),
  );
}

function isMatch(item: RequiredItem, { label, ...others }: { readonly [field: string]: JsonValue }): boolean {
  if (label !== undefined && labelKey(item) !== foldText(toText(label))) return false;
  return Object.entries(others).every(([field, value]) => ((item as unknown as JsonObject)[field] ?? null) === value);
}

/** `POST /api/credentialing-setups/required-items-batch-doc-replace`: another document in all items that have one. */
export async function replaceDocument(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { setups: ids, from, to } = context.body as { readonly setups?: readonly string[]; readonly from: string; readonly to: string };
  const { records, actor } = context;
  const isAgreement = await isDocument(context, from);
  await records.get(actor, { module: isAgreement ? 'interactiveDocuments' : 'libraryResources', id: to });
  const used = isAgreement
    ? { relatedAgreement: { equals: { module: 'interactiveDocuments', id: from } } }
    : { relatedLibraryResource: from };
  const of = ids === undefined ? { relatedCredentialingSetup: { exists: true } } : { relatedCredentialingSetup: { in: [...ids] } };
  const { data } = await records.find(actor, {
    module: 'credentialingRequiredItems',
    filter: { ...used, ...of },
    limit: 2_001,
    totalLimit: 1,
  });
  const items = data as unknown as readonly RequiredItem[];
  const setups = await readSetups(context, [...new Set(items.map(({ relatedCredentialingSetup: id = '' }) => id))]);
  const fields = isAgreement ? { relatedAgreement: { module: 'interactiveDocuments', id: to } } : { relatedLibraryResource: to };
  return save(
    context,
    items.flatMap((item) => describeChange(setups, item, fields) ?? []),
  );
}

async function isDocument({ records, actor }: PluginRouteContext, id: string): Promise<boolean> {
  const { data } = await records.find(actor, { module: 'interactiveDocuments', filter: { _id: id }, fields: ['_id'], limit: 1 });
  return data.length > 0;
}

/** `POST /api/credentialing-setups/required-items-batch-update`: adds, changes and removes items of many setups by title. */
export async function updateSetups(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const {
    setups: ids,
    add = [],
    change = [],
    remove = [],
  } = context.body as {
    readonly setups: readonly string[];
    readonly add?: readonly JsonObject[];
    readonly change?: readonly { readonly label: string; readonly fields: JsonObject }[];
    readonly remove?: readonly string[];
  };
  const setups = await readSetups(context, ids);
  const items = await findItemsOf(context, 'relatedCredentialingSetup', ids);
  const removed = new Set(remove.map(foldText));
  const planned = [...setups.keys()].flatMap((setup) => {
    const own = items.filter((item) => item.relatedCredentialingSetup === setup);
    const titles = new Set(own.map(labelKey));
    const last = Math.max(0, ...own.map(({ order = 0 }) => order));
    const missing = add.filter(({ label }) => !titles.has(foldText(toText(label))));
    return [
      ...missing.map((fields, at) => describeAdded(setups, setup, { order: last + at + 1, ...fields })),
      ...own.flatMap((item) => describeByTitle(setups, item, change) ?? []),
      ...own.filter((item) => removed.has(labelKey(item))).map((item) => describeRemoved(setups, item)),
    ];
  });
  return save(context, planned);
}

function describeByTitle(
  setups: Setups,
  item: RequiredItem,
  changes: readonly { readonly label: string; readonly fields: JsonObject }[],
): PlannedChange | undefined {
  const fields = changes.filter(({ label }) => foldText(label) === labelKey(item)).map((one) => one.fields);
  return describeChange(setups, item, Object.assign({}, ...fields) as JsonObject);
}

function describeChange(setups: Setups, item: RequiredItem, fields: JsonObject): PlannedChange | undefined {
  const differences = listDifferences(item as unknown as JsonObject, fields);
  if (differences.length === 0) return undefined;
  return {
    change: { ...describe(setups, item), key: `change:${item._id}`, action: 'change', fields: differences },
    save: Object.fromEntries(differences.map(({ field, to }) => [field, to])),
  };
}

function describeRemoved(setups: Setups, item: RequiredItem): PlannedChange {
  return { change: { ...describe(setups, item), key: `remove:${item._id}`, action: 'remove', fields: [] }, save: {} };
}

function describeAdded(setups: Setups, setup: string, fields: JsonObject): PlannedChange {
  const label = toText(fields['label']);
  return {
    change: {
      ...ofSetup(setups, setup),
      key: `add:${setup}:${foldText(label)}`,
      action: 'add',
      item: { _id: null, label },
      fields: listDifferences({}, fields),
    },
    save: { ...fields, relatedCredentialingSetup: setup },
  };
}

function describe(setups: Setups, item: RequiredItem): Pick<ItemChange, 'setup' | 'item'> {
  return { ...ofSetup(setups, item.relatedCredentialingSetup ?? ''), item: { _id: item._id, label: titleOf(item) } };
}

function ofSetup(setups: Setups, id: string): Pick<ItemChange, 'setup'> {
  const setup = setups.get(id);
  return setup === undefined ? {} : { setup: nameOf(setup) };
}

/** Errors: `record_not_found` when the caller does not see one of them. */
async function readSetups(context: PluginRouteContext, ids: readonly string[]): Promise<Setups> {
  const setups = new Map((await findIn(context, 'credentialingSetup', ids)).map((setup) => [setup._id, setup]));
  if (ids.some((id) => !setups.has(id))) context.refuse('record_not_found');
  return setups;
}

/** Saves the changes, or with `preview` only checks and lists them. */
async function save(context: PluginRouteContext, planned: readonly PlannedChange[]): Promise<PluginRouteResponse> {
  const preview = (context.body as { readonly preview?: boolean }).preview === true;
  const { refused, batchId } = await applyChanges(context, planned, { dryRun: preview });
  const changes = planned.map(({ change }) => change);
  const setups = new Set(changes.map(({ setup }) => setup?._id)).size;
  return {
    body: { preview, setups, changes, refused: describeRefused(refused), ...(preview || batchId === undefined ? {} : { batchId }) },
    ...(preview || batchId === undefined ? {} : { batchId }),
  };
}
