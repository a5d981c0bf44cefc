import { explainAccess, type AccessExplanation, type ExplainAccessInput, type Rights } from '../../access/index.ts';
import type { StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { allOf, MATCH_ALL, type FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { ChangeSetSimulation, SimulatedField, SimulatedRight } from '#engine/model/wire';
import { toStoredFilter } from '../stored-keys.ts';
import type { RightsPair } from './compare-rights.ts';
import type { ModulePair } from './touched-parts.ts';

interface SimulatedState {
  readonly pair: ModulePair;
  readonly document: RecordDocument;
  /** Name of the user, for the sentences. */
  readonly name: string;
}

type Simulated = Omit<NonNullable<ChangeSetSimulation['record']>, 'module' | '_id' | 'name'>;

/** What a user may do with a record in one state of the definitions. */
type Explain = (action: 'view' | 'edit' | 'delete', field?: string) => AccessExplanation;

const GONE: AccessExplanation = {
  allowed: false,
  reasons: [{ rule: 'module_access', passes: false, decides: true, text: 'The module is not there.' }],
};

/** What a user may do with a record and its fields, before and after a change, and why. */
export async function simulateRecord(
  store: StorePort,
  review: PublishReview,
  rights: RightsPair,
  state: SimulatedState,
): Promise<Simulated> {
  const { pair } = state;
  const before = await createExplain(store, review.before, rights.before, pair.before, review.before, state);
  const after = await createExplain(store, review.after, rights.after, pair.after, review.before, state);
  const compare = (action: 'view' | 'edit' | 'delete'): SimulatedRight => {
    const now = after(action);
    return { before: before(action).allowed, after: now.allowed, text: textOf(now) };
  };
  return { view: compare('view'), edit: compare('edit'), delete: compare('delete'), fields: compareFields(pair, before, after) };
}

async function createExplain(
  store: StorePort,
  catalog: DefinitionSnapshot,
  rights: Rights,
  module: CompiledModule | undefined,
  current: DefinitionSnapshot,
  { document, name }: SimulatedState,
): Promise<Explain> {
  if (module === undefined) return () => GONE;
  const collection = module.storage.name;
  const matches = async (known: boolean | undefined, node: FilterNode | undefined): Promise<boolean> => {
    if (known !== undefined) return known;
    const filter = allOf([{ kind: 'ids', ids: [document._id] }, toStoredFilter(node ?? MATCH_ALL, collection, current)]);
    return (await store.findIds({ collection, filter, sort: [], limit: 1 })).length > 0;
  };
  const levels = rights.module(module.name);
  const covers = async (right: 'edit' | 'delete'): Promise<boolean> => {
    if (levels[right] !== 'Rule') return levels[right] === 'All' || (levels[right] === 'Owner' && rights.owns(document));
    const rule = rights.ruleOf(module, right);
    return matches(rule.test(document), rule.node);
  };
  const isCovered = { view: undefined, edit: await covers('edit'), delete: await covers('delete') };
  const isPresent = document['deleted'] !== true || isCovered.delete;
  const canSee = isPresent && (await matches(rights.canSee(module, document), rights.visibilityFilter(module)));
  return (action, field) => {
    const input: ExplainAccessInput = { rights, name, module, action, document, field, canSee, isCovered: isCovered[action], catalog };
    return explainAccess(input);
  };
}

function compareFields({ before, after }: ModulePair, was: Explain, is: Explain): readonly SimulatedField[] {
  const ids = [...new Set([...(after?.fieldsById.keys() ?? []), ...(before?.fieldsById.keys() ?? [])])];
  return ids.flatMap((id): readonly SimulatedField[] => {
    const [old, now] = [before?.fieldsById.get(id), after?.fieldsById.get(id)];
    const field = now ?? old;
    if (field === undefined || field.definition.internal === true) return [];
    const level = readLevel(is, now?.name);
    return [{ name: field.name, label: field.label, before: readLevel(was, old?.name).level, after: level.level, text: level.text }];
  });
}

function readLevel(explain: Explain, field: string | undefined): { readonly level: SimulatedField['after']; readonly text: string } {
  if (field === undefined) return { level: 'none', text: 'The field is not there.' };
  const view = explain('view', field);
  if (!view.allowed) return { level: 'none', text: textOf(view) };
  const edit = explain('edit', field);
  return { level: edit.allowed ? 'write' : 'read', text: textOf(edit) };
}

function textOf({ reasons }: AccessExplanation): string {
  return (reasons.find(({ decides }) => decides) ?? reasons.at(-1))?.text ?? '';
}
