import type { ErrorDetail } from '../../errors/index.ts';
import type { CompiledField, JsonValue, RecordDraft } from '#engine/model';
import { findInvisible } from '../access/find-invisible.ts';
import type { SaveAttempt, SaveRequest } from './save-request.ts';

/** The module and id of a record that a field refers to. */
export interface Link {
  readonly module: string;
  readonly id: string;
}

/** The records that a field's value refers to, in order. */
export function linksOf(field: CompiledField, value: JsonValue | undefined): readonly Link[] {
  if (value === undefined || value === null) return [];
  const target = field.refs[0] ?? '';
  switch (field.definition.inputType) {
    case 'Relate':
      return typeof value === 'string' ? [{ module: target, id: value }] : [];
    case 'MultiRelate':
      return Array.isArray(value) ? value.map((id: JsonValue) => ({ module: target, id: id as string })) : [];
    case 'FlexRelate':
      return [value as unknown as Link];
    case 'MultiFlexRelate':
      return value as unknown as readonly Link[];
    default:
      return [];
  }
}

/** The field of a new link, and whether the writer set it. */
interface NewLink {
  readonly field: string;
  readonly isRequested: boolean;
}

/**
 * Finds the changed relates that refer to no record of the right module, to a deleted one, or to one that the writer
 * may not see; all give the same error. Links that a list contained before are not checked again. Values that the
 * product sets or an undo restores are not checked for visibility. Reads each module once.
 */
export async function checkRelates(
  attempt: SaveAttempt,
  request: SaveRequest,
  draft: RecordDraft,
  changed: Iterable<string>,
): Promise<ErrorDetail[]> {
  const { module, trusted, trustedFields, mergedRecords = [] } = request;
  const before = request.before?.document;
  const hasWriter = !trusted && attempt.changeSource !== 'undo';
  const wanted = new Map<string, Map<string, NewLink[]>>();
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field === undefined || field.system) continue;
    const held = field.type.list ? linksOf(field, before?.[name]) : [];
    const known = mergedRecords.flatMap((document) => linksOf(field, document[name]));
    for (const link of linksOf(field, draft[name])) {
      const { module: target, id } = link;
      if (isAmong(link, held)) continue;
      const ids = wanted.get(target) ?? new Map<string, NewLink[]>();
      ids.set(id, [
        ...(ids.get(id) ?? []),
        { field: name, isRequested: hasWriter && trustedFields?.has(name) !== true && !isAmong(link, known) },
      ]);
      wanted.set(target, ids);
    }
  }
  if (wanted.size === 0) return [];
  const found = await Promise.all([...wanted].map(([target, ids]) => checkTargets(attempt, target, ids)));
  return found.flat();
}

function isAmong({ module, id }: Link, links: readonly Link[]): boolean {
  return links.some((link) => link.id === id && link.module === module);
}

async function checkTargets(
  attempt: SaveAttempt,
  name: string,
  linksById: ReadonlyMap<string, readonly NewLink[]>,
): Promise<ErrorDetail[]> {
  const target = attempt.scope.snapshot.module(name);
  const ids = [...linksById.keys()];
  const records = target === undefined ? [] : await attempt.unit.load(target, ids);
  const live = records.flatMap((record) => (record === undefined || record.document['deleted'] === true ? [] : [record.document]));
  const there = new Set(live.map(({ _id }) => _id));
  const asked = live.filter(({ _id }) => linksById.get(_id)?.some(({ isRequested }) => isRequested));
  const unseen = target === undefined || asked.length === 0 ? NONE : await findInvisible(attempt, target, asked);
  return ids.flatMap((id) => {
    const links = linksById.get(id) ?? [];
    const wrong = there.has(id) ? links.filter(({ isRequested }) => isRequested && unseen.has(id)) : links;
    return wrong.map(({ field }) => ({
      field,
      code: 'record_not_found',
      message: `There is no such record among ${target?.label ?? 'the modules'}.`,
    }));
  });
}

const NONE: ReadonlySet<string> = new Set();
