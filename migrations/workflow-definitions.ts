import type { CollectionSchema } from '#engine/model/compiled';
import type { ModuleDefinition, WorkflowDefinition } from '#engine/model/definitions';
import { MATCH_ALL } from '#engine/model/filter';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { filledText, type FlatContext, type FlatRelation } from '#engine/model/workflows';
import type { LogPort, StorePort } from '../engine/ports/index.ts';
import { convertWorkflow, type WorkflowRecords } from './convert-workflow.ts';
import type { Migration } from './migration.ts';
import { DEFINITION_COLLECTIONS, replaceDocument, rewriteDocuments } from './rewrite-documents.ts';

/** The modules whose records workflows were. */
const MODULES = ['workflows', 'workflowConditions', 'workflowActions', 'workflowAlerts'] as const;
const RECORDS: readonly CollectionSchema[] = MODULES.map((id) => ({ name: `m_${id}`, keys: [], indexes: [], contains: [] }));
const CHANGE_SETS = '_changesets';
/** Id of the change-set with the workflows: if it exists, they were converted. */
const CHANGE_SET = 'workflows-from-records';
const PAGE = 500;

/**
 * Turns the records of workflows, with their conditions, actions and alerts, into definitions, which are inactive. What cannot be converted
 * is named in the log; the records stay in the store. Changes by admins of the modules of these records and their layouts are left out of
 * the change-sets, because the modules are no longer there.
 */
export const WORKFLOW_DEFINITIONS_MIGRATION: Migration = {
  number: 8,
  name: 'workflow-definitions',
  async run({ store, log }) {
    await store.applySchemas([...DEFINITION_COLLECTIONS, ...RECORDS]);
    await rewriteDocuments(store, CHANGE_SETS, (record) => replaceDocument(CHANGE_SETS, record, withoutModules(record.document)));
    while (!(await tryConvert(store, log))) log.info({ migration: 8 }, 'another process changed the definitions; trying again');
  },
};

/** True: the workflows are converted. */
async function tryConvert(store: StorePort, log: LogPort): Promise<boolean> {
  const { definitions } = await store.versions();
  if ((await store.get(CHANGE_SETS, [CHANGE_SET]))[0] !== undefined) return true;
  const workflows = await readAll(store, 'm_workflows');
  if (workflows.length === 0) return true;
  const converted = await convertAll(store, log, workflows);
  if (converted.length === 0) return true;
  const document: RecordDocument = {
    _id: CHANGE_SET,
    _version: 1,
    definitionVersion: definitions + 1,
    author: null,
    at: new Date().toISOString(),
    state: 'published',
    name: 'Workflows of an earlier version',
    changes: converted.map((after) => ({ kind: 'workflow', id: after.id, before: null, after })) as unknown as JsonValue,
  };
  const write = { kind: 'insert' as const, collection: CHANGE_SETS, document, keys: {}, definitionVersion: 0 };
  return (await store.commit({ writes: [write], bumps: ['definitions'] })).committed;
}

async function convertAll(store: StorePort, log: LogPort, workflows: readonly JsonObject[]): Promise<readonly WorkflowDefinition[]> {
  const [conditions, actions, alerts] = await Promise.all([
    readAll(store, 'm_workflowConditions'),
    readAll(store, 'm_workflowActions'),
    readAll(store, 'm_workflowAlerts'),
  ]);
  const modules = await readModules(store);
  const names = new Set<string>();
  return workflows.flatMap((workflow) => {
    const partsOf = (list: readonly JsonObject[]) => list.filter((part) => part['workflow'] === workflow['_id']).sort(compareParts);
    const records: WorkflowRecords = { workflow, conditions: partsOf(conditions), actions: partsOf(actions), alerts: partsOf(alerts) };
    const { definition, problems } = convertWorkflow(records, (module) => makeContext(module, modules));
    for (const { part, cause } of problems)
      log.warn(
        { workflow: workflow['name'], part, cause },
        `A part of the workflow ${filledText(workflow['name']) ?? ''} was not converted: ${cause}`,
      );
    return definition === undefined ? [] : [withUniqueName(definition, names)];
  });
}

function withUniqueName(definition: WorkflowDefinition, names: Set<string>): WorkflowDefinition {
  let name = definition.name;
  for (let number = 2; names.has(name); number += 1) name = `${definition.name.slice(0, 190)} (${number})`;
  names.add(name);
  return { ...definition, name };
}

function compareParts(one: JsonObject, other: JsonObject): number {
  const orderOf = ({ order }: JsonObject): number => (typeof order === 'number' ? order : 0);
  return orderOf(one) - orderOf(other) || ((one['_id'] ?? '') < (other['_id'] ?? '') ? -1 : 1);
}

/** The records of a module that are not deleted. */
async function readAll(store: StorePort, collection: string): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (let after: string | undefined; ; ) {
    const filter = after === undefined ? MATCH_ALL : { kind: 'idRange' as const, gt: after };
    const page = await store.find({ collection, filter, sort: [], limit: PAGE });
    if (page.length === 0) return found;
    found.push(...page.map(({ document }) => document).filter(({ deleted }) => deleted !== true));
    after = page.at(-1)?.document._id;
  }
}

/** The modules as they were when the last version served, by name. */
async function readModules(store: StorePort): Promise<ReadonlyMap<string, ModuleDefinition>> {
  const byId = new Map<string, ModuleDefinition>();
  for (const document of await readAll(store, '_definitions_good'))
    if (document['kind'] === 'module') put(byId, document['definition'] as unknown as ModuleDefinition);
  for (const document of [...(await readAll(store, CHANGE_SETS))].sort(compareVersions)) {
    if (document['state'] !== 'published') continue;
    for (const change of document['changes'] as unknown as readonly JsonObject[])
      if (change['kind'] === 'module' && change['after'] !== null) put(byId, change['after'] as unknown as ModuleDefinition);
  }
  return new Map([...byId.values()].map((module) => [module.name, module]));
}

function put(modules: Map<string, ModuleDefinition>, module: ModuleDefinition): void {
  modules.set(module.id, module);
}

function compareVersions(one: JsonObject, other: JsonObject): number {
  return Number(one['definitionVersion']) - Number(other['definitionVersion']);
}

function makeContext(module: string, modules: ReadonlyMap<string, ModuleDefinition>): FlatContext {
  return {
    workflow: { module },
    relationsOf: (name) => listRelations(name, modules),
    linksOf: (name, to) => {
      const forward = listRelations(name, modules).filter((relation) => relation.module === to && !relation.many);
      const flexible = (modules.get(name)?.fields ?? []).filter(({ inputType, ref }) => inputType === 'FlexRelate' && canPoint(ref, to));
      return forward.length > 0 ? forward.map((relation) => relation.name) : flexible.map(({ fieldName }) => fieldName);
    },
  };
}

function canPoint(ref: string | readonly string[] | undefined, to: string): boolean {
  return ref === undefined || [ref].flat().includes(to);
}

function listRelations(name: string, modules: ReadonlyMap<string, ModuleDefinition>): readonly FlatRelation[] {
  const own = modules.get(name);
  const forward = (own?.fields ?? []).flatMap(({ fieldName, inputType, ref }): readonly FlatRelation[] => {
    const [module, ...more] = [ref ?? []].flat();
    const isRelate = inputType === 'Relate' || inputType === 'MultiRelate';
    return !isRelate || module === undefined || more.length > 0 ? [] : [{ name: fieldName, module, many: inputType === 'MultiRelate' }];
  });
  const relationships = [...modules.values()].flatMap((module) => module.relationships ?? []);
  const fields = relationships
    .filter(({ related_module }) => related_module.name === name)
    .map((one) => ({ name: one.name, module: one.primary_module.name, many: one.type === 'Many to Many' }));
  const reverse = (own?.relationships ?? []).map((one) => ({
    name: one.reverseName ?? one.name,
    module: one.related_module.name,
    many: true,
  }));
  return [...forward, ...fields, ...reverse];
}

/** A change-set without the changes of the modules of workflow records and of their layouts. */
function withoutModules(document: RecordDocument): JsonValue {
  const { changes } = document;
  if (!Array.isArray(changes)) return document;
  const isOther = (change: JsonObject): boolean => {
    if (change['kind'] === 'module') return !(MODULES as readonly unknown[]).includes(change['id']);
    const layout = (change['after'] ?? change['before']) as JsonObject | null;
    return change['kind'] !== 'layout' || !(MODULES as readonly unknown[]).includes(layout?.['ssModule']);
  };
  const others = (changes as readonly JsonObject[]).filter(isOther);
  return others.length === changes.length ? document : { ...document, changes: others };
}
