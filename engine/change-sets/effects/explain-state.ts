import { explainAccess, explainInactive, type ExplainAccessInput, type Rights } from '../../access/index.ts';
import { conditionContext, isFieldLocked } from '../../records/index.ts';
import type { StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { allOf, MATCH_ALL, type FilterNode } from '#engine/model/filter';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import type { RecordDocument } from '#engine/model/values';
import type { AccessExplanation, RecordAction } from '#engine/model/wire';
import { toStoredFilter } from '../stored-keys.ts';

/** What a user may do in one state of the definitions. */
export interface ExplainedState {
  readonly explain: (action: RecordAction, field?: string) => AccessExplanation;
  /** Whether the conditions of a field show it on the record. */
  readonly isShown: (field: CompiledField) => boolean;
}

/** A state of the definitions, and what is explained in it. */
export interface StateInput {
  readonly store: StorePort;
  readonly now: number;
  /** Name of the user, for the sentences. */
  readonly name: string;
  /** The label of the module, for a state without it. */
  readonly label: string;
  /** undefined: it is about the module. */
  readonly document: RecordDocument | undefined;
  readonly snapshot: DefinitionSnapshot;
  /** The definitions under which records are stored. */
  readonly current: DefinitionSnapshot;
  readonly rights: Rights;
  /** undefined: it is not active in this state. */
  readonly module: CompiledModule | undefined;
}

/** Reads what the explanations of one state need from the store. */
export async function createExplainedState(input: StateInput): Promise<ExplainedState> {
  const { rights, name, module, document, snapshot, now, label } = input;
  if (module === undefined) return { explain: () => explainInactive(label), isShown: () => false };
  const question = { rights, name, module, document, catalog: snapshot };
  if (document === undefined) return { explain: (action, field) => explainAccess({ ...question, action, field }), isShown: () => true };
  const covered = { edit: await covers(input, module, document, 'edit'), delete: await covers(input, module, document, 'delete') };
  const canSee = await isVisible(input, module, document, covered.delete);
  const context = conditionContext({ rights, snapshot }, now, document);
  return {
    isShown: (field) => isCompiledFieldVisible(module, field, document, context),
    explain: (action, field) => {
      const about: ExplainAccessInput = {
        ...question,
        action,
        field,
        canSee,
        canDelete: covered.delete,
        isCovered: action === 'edit' || action === 'delete' ? covered[action] : undefined,
        isLocked: action === 'edit' && isFieldLocked({ rights, snapshot }, now, module.fields.get(field ?? ''), document),
      };
      return explainAccess(about);
    },
  };
}

async function covers(input: StateInput, module: CompiledModule, document: RecordDocument, right: 'edit' | 'delete'): Promise<boolean> {
  const { rights } = input;
  const level = rights.module(module.name)[right];
  if (level !== 'Rule') return level === 'All' || (level === 'Owner' && rights.owns(document));
  const rule = rights.ruleOf(module, right);
  return rule.test(document) ?? matches(input, module, document, rule.node);
}

async function isVisible(input: StateInput, module: CompiledModule, document: RecordDocument, canDelete: boolean): Promise<boolean> {
  const { rights } = input;
  if (document['deleted'] === true && !canDelete) return false;
  return rights.canSee(module, document) ?? matches(input, module, document, rights.visibilityFilter(module));
}

/** Whether the stored record matches a filter that only the store can evaluate. */
async function matches(
  { store, current }: StateInput,
  { storage: { name: collection } }: CompiledModule,
  { _id }: RecordDocument,
  node: FilterNode | undefined,
): Promise<boolean> {
  const filter = allOf([{ kind: 'ids', ids: [_id] }, toStoredFilter(node ?? MATCH_ALL, collection, current)]);
  return (await store.findIds({ collection, filter, sort: [], limit: 1 })).length > 0;
}
