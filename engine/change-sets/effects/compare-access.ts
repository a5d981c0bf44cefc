import { explainPermission } from '../../access/index.ts';
import type { StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { RecordDocument } from '#engine/model/values';
import {
  RECORD_ACTIONS,
  type AccessExplanation,
  type ComparedAccess,
  type ComparedField,
  type ComparedPermission,
  type ComparedRight,
  type RecordAction,
  type ValueLevel,
} from '#engine/model/wire';
import type { RightsPair } from './compare-rights.ts';
import { createExplainedState, type ExplainedState } from './explain-state.ts';
import type { ModulePair } from './touched-parts.ts';

/** Whose access is compared, on what. */
export interface ComparedSubject {
  readonly name: string;
  readonly rights: RightsPair;
  readonly pair: ModulePair;
  /** undefined: it is about the module. */
  readonly document: RecordDocument | undefined;
}

/** Two states of the definitions; without a draft they are the same. */
export type SnapshotPair = Readonly<Record<'before' | 'after', DefinitionSnapshot>>;

/** Actions that a record limits; the others are rights on the module. */
const ON_RECORDS: ReadonlySet<RecordAction> = new Set(['view', 'edit', 'delete']);

/** What a user may do with a record and its fields, or with the records of a module, before and after a change, and why. */
export async function compareAccess(
  { store, now }: { readonly store: StorePort; readonly now: number },
  snapshots: SnapshotPair,
  { name, rights, pair, document }: ComparedSubject,
): Promise<ComparedAccess> {
  const module = pair.after ?? pair.before;
  const label = module?.label ?? '';
  const make = (side: 'before' | 'after', of: RecordDocument | undefined) =>
    createExplainedState({
      ...{ store, now, name, label, document: of, current: snapshots.before },
      ...{ snapshot: snapshots[side], rights: rights[side], module: pair[side] },
    });
  const makeBoth = async (of: RecordDocument | undefined): Promise<readonly [ExplainedState, ExplainedState]> => {
    const before = await make('before', of);
    return [before, snapshots.before === snapshots.after ? before : await make('after', of)];
  };
  const [was, is] = await makeBoth(document);
  const [wasOfModule, isOfModule] = document === undefined ? [was, is] : await makeBoth(undefined);
  const compare = (action: RecordAction): ComparedRight =>
    ON_RECORDS.has(action)
      ? compareRight(was.explain(action), is.explain(action))
      : compareRight(wasOfModule.explain(action), isOfModule.explain(action));
  const title = document === undefined || pair.before === undefined ? undefined : document[pair.before.nameField];
  return {
    module: module?.name ?? '',
    label,
    record: document === undefined ? null : { _id: document._id, name: typeof title === 'string' && title !== '' ? title : document._id },
    rights: Object.fromEntries(RECORD_ACTIONS.map((action) => [action, compare(action)])) as ComparedAccess['rights'],
    fields: compareFields(pair, was, is),
    permissions: comparePermissions(snapshots, name, rights),
  };
}

/** Plugins declare the same permissions before and after a change of definitions. */
function comparePermissions({ after }: SnapshotPair, name: string, rights: RightsPair): readonly ComparedPermission[] {
  return [...after.permissions.values()].map((permission) => ({
    name: permission.name,
    label: permission.label,
    plugin: permission.plugin,
    ...compareRight(
      explainPermission({ rights: rights.before, name, permission }),
      explainPermission({ rights: rights.after, name, permission }),
    ),
  }));
}

function compareRight(was: AccessExplanation, is: AccessExplanation): ComparedRight {
  return { before: was.allowed, after: is.allowed, ...reasonOf(is), textBefore: reasonOf(was).text };
}

function compareFields({ before, after }: ModulePair, was: ExplainedState, is: ExplainedState): readonly ComparedField[] {
  const ids = [...new Set([...(after?.fieldsById.keys() ?? []), ...(before?.fieldsById.keys() ?? [])])];
  return ids.flatMap((id): readonly ComparedField[] => {
    const [old, now] = [before?.fieldsById.get(id), after?.fieldsById.get(id)];
    const field = now ?? old;
    if (field === undefined || field.definition.internal === true) return [];
    const [had, has] = [readLevel(was, old?.name), readLevel(is, now?.name)];
    const shown = now === undefined || is.isShown(now);
    return [
      { name: field.name, label: field.label, before: had.level, after: has.level, ...has.reason, textBefore: had.reason.text, shown },
    ];
  });
}

type Reason = Pick<ComparedRight, 'rule' | 'text' | 'grant'>;

const NO_FIELD: Reason = { rule: 'field_exists', text: 'The field is not there.', grant: null };

function readLevel(state: ExplainedState, field: string | undefined): { readonly level: ValueLevel; readonly reason: Reason } {
  if (field === undefined) return { level: 'none', reason: NO_FIELD };
  const view = state.explain('view', field);
  const reason = reasonOf(view);
  const isMasked = reason.rule === 'sensitive' && reason.grant !== null;
  if (!view.allowed) return { level: isMasked ? 'masked' : 'none', reason };
  const edit = state.explain('edit', field);
  return { level: edit.allowed ? 'write' : 'read', reason: reasonOf(edit) };
}

/** The reason that decides. */
function reasonOf({ reasons, grant }: AccessExplanation): Reason {
  const { rule, text } = reasons.find(({ decides }) => decides) ?? { rule: '', text: '' };
  return { rule, text, grant: grant ?? null };
}
