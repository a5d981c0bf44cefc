import type { RecordDocument, RecordDraft } from '#engine/model/values';
import type { PreparedSave, StartedWorkflow } from '../hooks.ts';
import { isBulkLoad } from './run-hooks.ts';
import { createUnitReader } from './unit-reader.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

type Started = readonly StartedWorkflow[] | undefined;

/**
 * The runs of workflows that a save starts, found before it is written, so that its entry contains them. A save of a module without
 * workflows costs one search by name.
 */
export function prepareWorkflows(
  attempt: SaveAttempt,
  request: SaveRequest,
  draft: RecordDraft,
  changed: ReadonlySet<string>,
): Started | Promise<Started> {
  const { participant } = attempt.services.hooks;
  if (participant?.concerns(attempt.scope, request.module.name) !== true) return undefined;
  return participant.prepare(describeSave(attempt, request, draft, changed));
}

function describeSave(attempt: SaveAttempt, request: SaveRequest, draft: RecordDraft, changed: ReadonlySet<string>): PreparedSave {
  const { kind, module, id, actor, before } = request;
  const { scope, now, changeSource, allowDuplicates } = attempt;
  return {
    ...{ kind, module, id, actor, scope, now, changeSource, allowDuplicates },
    before: before?.document,
    after: { ...draft, _id: id } as unknown as RecordDocument,
    changed: kind === 'create' ? undefined : changed,
    isQuiet: attempt.quiet || changeSource === 'undo' || isBulkLoad(actor, allowDuplicates),
    chain: [...attempt.chain, ...(request.links ?? [])],
    unit: createUnitReader(attempt),
    get documents() {
      return attempt.unit.systemDocuments;
    },
  };
}
