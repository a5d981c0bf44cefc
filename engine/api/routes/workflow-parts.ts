import type { CompiledModule } from '#engine/model/compiled';
import type { WorkflowAlert, WorkflowCondition, WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import {
  FLAT_PROPERTIES,
  flattenAction,
  flattenAlert,
  flattenCondition,
  readFlatAction,
  readFlatAlert,
  readFlatCondition,
  WORKFLOW_PARTS,
  type FlatContext,
  type FlattenedPart,
  type PartResult,
  type WorkflowPart,
} from '#engine/model/workflows';
import { MusterError } from '../../errors/index.ts';
import type { DefinitionSet, DefinitionSnapshot } from '../../registry/index.ts';
import type { DefinitionEntry } from '../definition-endpoints.ts';
import { listEntries, searchEntries } from '../definition-search.ts';
import { IGNORED } from '../request/known-names.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { searchCheck, searchQueryCheck } from '../request/search-input.ts';
import { writeDefinitions, type DefinitionWrite } from '../request/write-definitions.ts';
import { textOf, withoutNames } from '../request/write-input.ts';
import type { ApiResponse } from '../responses/send-response.ts';

type AnyPart = WorkflowStep | WorkflowAlert | WorkflowCondition;

/** '/api/workflow-actions'. */
const baseOf = (part: WorkflowPart): string => `/api/workflow-${part}`;

/** `/api/workflow-actions`, `-alerts` and `-conditions`: the parts of workflows in a flat form; System Admins only. */
export function serveWorkflowParts(router: EndpointRouter): void {
  for (const part of WORKFLOW_PARTS) servePart(router, part);
}

function servePart({ on }: EndpointRouter, part: WorkflowPart): void {
  const base = baseOf(part);
  const read = (run: (context: RequestContext, entries: readonly DefinitionEntry[]) => object) => async (context: RequestContext) => {
    await assertSystemAdmin(context);
    return { body: run(context, listParts(context.snapshot, part)) };
  };
  for (const url of [base, `${base}/list`])
    on(
      { method: 'GET', url, preview: true },
      read((context, entries) => listEntries(entries, searchQueryCheck.readQuery(context.query))),
    );
  for (const url of [`${base}/search`, `${base}/dataSourceSearch`])
    on(
      { method: 'POST', url, preview: true },
      read((context, entries) => searchEntries(entries, searchCheck.read(bodyOf(context)))),
    );
  on(
    { method: 'GET', url: `${base}/:id`, preview: true },
    read((context, entries) => findEntry(entries, parameterOf(context, 'id'), part)),
  );
  for (const url of [base, `${base}/create`]) on({ method: 'POST', url }, (context) => createPart(context, part));
  on({ method: 'PUT', url: `${base}/:id` }, (context) => changePart(context, part, parameterOf(context, 'id')));
  on({ method: 'PUT', url: `${base}/update` }, (context) => changePart(context, part, textOf(bodyOf(context), '_id')));
  on({ method: 'DELETE', url: `${base}/:id` }, (context) => removePart(context, part, parameterOf(context, 'id')));
  on({ method: 'DELETE', url: `${base}/by-workflow/:id` }, (context) => removeParts(context, part, parameterOf(context, 'id')));
}

/** The parts of all workflows, by workflow and then in their order. Those inside branches and groups are in the part around them. */
function listParts(snapshot: DefinitionSnapshot, part: WorkflowPart): readonly DefinitionEntry[] {
  return snapshot.workflows.all.flatMap((workflow) => {
    const context = makeFlatContext(snapshot, workflow);
    return (workflow[part] ?? []).map((one, order) => toPartEntry(workflow, one, order, flatten(part, one, context)));
  });
}

function toPartEntry({ id }: WorkflowDefinition, part: AnyPart, order: number, { flat, readOnly }: FlattenedPart): DefinitionEntry {
  return { _id: toPartId(id, part.id), workflow: id, ...flat, order, ...(readOnly === undefined ? {} : { read_only: true }) };
}

function flatten(part: WorkflowPart, one: AnyPart, context: FlatContext): FlattenedPart {
  if (part === 'alerts') return flattenAlert(one as WorkflowAlert);
  return part === 'actions' ? flattenAction(one as WorkflowStep, context) : flattenCondition(one as WorkflowCondition, context);
}

function readFlat(part: WorkflowPart, flat: JsonObject, id: string, context: FlatContext, before?: AnyPart): PartResult<AnyPart> {
  if (part === 'alerts') return readFlatAlert(flat, id, context, before as WorkflowAlert | undefined);
  return part === 'actions' ? readFlatAction(flat, id, context) : readFlatCondition(flat, id, context);
}

/** Ids of parts are unique in their workflow; the dot is in no id. */
function toPartId(workflow: string, part: string): string {
  return `${workflow}.${part}`;
}

function findEntry(entries: readonly DefinitionEntry[], id: string, part: WorkflowPart): DefinitionEntry {
  const entry = entries.find(({ _id }) => _id === id);
  if (entry === undefined) throw notFound(part);
  return entry;
}

function notFound(part: WorkflowPart): MusterError {
  return new MusterError('definition_not_found', { values: { kind: `workflow ${part.slice(0, -1)}` } });
}

/** The relations of modules, as the conversion of flat parts needs them. */
function makeFlatContext({ modules }: DefinitionSnapshot, workflow: WorkflowDefinition): FlatContext {
  const relationsOf = (name: string) =>
    [...(modules.get(name)?.relations.values() ?? [])].flatMap(({ name: relation, modules: others, direction, many }) => {
      const [module, ...more] = others;
      return module === undefined || more.length > 0 ? [] : [{ name: relation, module, many: many || direction === 'reverse' }];
    });
  return { workflow, relationsOf, linksOf: (name, to) => listLinks(modules.get(name), to) };
}

function listLinks(module: CompiledModule | undefined, to: string): readonly string[] {
  const forward = [...(module?.relations.values() ?? [])].filter(({ direction, many }) => direction === 'forward' && !many);
  const direct = forward.filter(({ modules, flex }) => !flex && modules.includes(to));
  const flexible = forward.filter(({ modules, flex }) => flex && (modules.length === 0 || modules.includes(to)));
  return (direct.length > 0 ? direct : flexible).map(({ name }) => name);
}

function createPart(context: RequestContext, part: WorkflowPart): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const { workflow, ...sent } = readSent(context, part);
    if (typeof workflow !== 'string') throw invalid('workflow', 'it is required');
    const id = context.services.ids.next();
    return writePart(context, part, workflow, id, (definition, parts) => {
      const added = convert(part, sent, id, makeFlatContext(context.snapshot, definition));
      return placeAt(parts, added, sent['order']);
    });
  });
}

/** The sent properties: each is one of the flat form. */
function readSent(context: RequestContext, part: WorkflowPart): JsonObject {
  const sent = withoutNames(bodyOf(context), IGNORED);
  const known = ['_id', 'workflow', 'read_only', 'step', 'step_type', 'condition', 'other_recipients', ...FLAT_PROPERTIES[part]];
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(unknown, 'there is no such property');
  if (context.request.method === 'POST' && '_id' in sent) throw invalid('_id', 'a new part gets its id here');
  return sent;
}

function invalid(field: string, reason: string): MusterError {
  return new MusterError('validation_failed', { details: [{ field, code: 'invalid', message: reason }] });
}

function convert(part: WorkflowPart, flat: JsonObject, id: string, context: FlatContext, before?: AnyPart): AnyPart {
  const result = readFlat(part, flat, id, context, before);
  if (!result.ok) throw invalid(result.field, result.reason);
  return result.part;
}

/** A list with a part at a place; without a place it is the last, or stays where it is. */
function placeAt(parts: readonly AnyPart[], added: AnyPart, order: unknown): readonly AnyPart[] {
  const index = parts.findIndex(({ id }) => id === added.id);
  const others = parts.filter(({ id }) => id !== added.id);
  const last = index < 0 ? others.length : index;
  const place = typeof order === 'number' ? Math.min(Math.max(0, order), others.length) : last;
  return [...others.slice(0, place), added, ...others.slice(place)];
}

function changePart(context: RequestContext, part: WorkflowPart, id: string): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const { _id, workflow: sentWorkflow, ...sent } = readSent(context, part);
    const [workflow = '', own = ''] = id.split('.');
    if (_id !== undefined && _id !== id) throw invalid('_id', 'it is not the id of this request');
    if (sentWorkflow !== undefined && sentWorkflow !== workflow) throw invalid('workflow', 'a part stays in its workflow');
    return writePart(context, part, workflow, own, (definition, parts) => {
      const before = parts.find((one) => one.id === own);
      if (before === undefined) throw notFound(part);
      const flatContext = makeFlatContext(context.snapshot, definition);
      const { flat, readOnly } = flatten(part, before, flatContext);
      if (readOnly !== undefined)
        throw new MusterError('workflow_part_read_only', { values: { workflow: definition.name, reason: readOnly } });
      return placeAt(parts, convert(part, mergeFlat(flat, sent), own, flatContext, before), sent['order']);
    });
  });
}

/** Absent is unchanged, null clears; another related module has another relation. */
function mergeFlat(flat: JsonObject, sent: JsonObject): JsonObject {
  const isMoved = ['target_module', 'relatedModule'].some((name) => sent[name] !== undefined && sent[name] !== flat[name]);
  const unchanged = isMoved ? withoutNames(flat, ['relation', 'link']) : flat;
  const merged = Object.entries({ ...unchanged, ...sent }).filter(([name, value]) => value !== null || name === 'link');
  return Object.fromEntries(merged);
}

function removePart(context: RequestContext, part: WorkflowPart, id: string): Promise<ApiResponse> {
  const [workflow = '', own = ''] = id.split('.');
  return writeDefinitions(context, () =>
    writeParts(part, workflow, [id], (_, parts) => {
      if (!parts.some((one) => one.id === own)) throw notFound(part);
      return parts.filter((one) => one.id !== own);
    }),
  );
}

function removeParts(context: RequestContext, part: WorkflowPart, workflow: string): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const ids = (context.snapshot.workflows.byId(workflow)?.[part] ?? []).map(({ id }) => toPartId(workflow, id));
    return writeParts(part, workflow, ids, () => []);
  });
}

type ChangeParts = (workflow: WorkflowDefinition, parts: readonly AnyPart[]) => readonly AnyPart[];

/** The change of a workflow whose response is one of its parts. */
function writePart(context: RequestContext, part: WorkflowPart, workflow: string, id: string, change: ChangeParts): DefinitionWrite {
  const status = context.request.method === 'POST' ? 201 : 200;
  return {
    changes: makeChanges(part, workflow, change),
    buildResponse: (snapshot) => ({ status, body: findEntry(listParts(snapshot, part), toPartId(workflow, id), part) }),
  };
}

function writeParts(part: WorkflowPart, workflow: string, deleted: readonly string[], change: ChangeParts): DefinitionWrite {
  return { changes: makeChanges(part, workflow, change), buildResponse: () => ({ body: { success: true, deleted, refused: [] } }) };
}

/** Made again for each try, from what is published then: nothing that somebody else changes in between is lost. */
function makeChanges(part: WorkflowPart, id: string, change: ChangeParts): DefinitionWrite['changes'] {
  return (current: DefinitionSet) => {
    const workflow = current.workflow.get(id);
    if (workflow === undefined) throw new MusterError('definition_not_found', { values: { kind: 'workflow' } });
    return [{ kind: 'workflow', id, definition: { ...workflow, [part]: change(workflow, workflow[part] ?? []) } }];
  };
}
