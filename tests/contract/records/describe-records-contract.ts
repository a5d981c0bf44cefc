import { describe } from 'vitest';
import { describeAbsence } from './describe-absence.ts';
import { describeSlowQueries } from './describe-slow-queries.ts';
import { describeAudit } from './describe-audit.ts';
import { describeAddedCheckbox } from './describe-added-checkbox.ts';
import { describeEntryLinks } from './describe-entry-links.ts';
import { describeHistory } from './describe-history.ts';
import { describeHooks } from './describe-hooks.ts';
import { describeIdempotency } from './describe-idempotency.ts';
import { describeRules } from './describe-rules.ts';
import { describeRuleCases } from './describe-rule-cases.ts';
import { describeFigures } from './describe-figures.ts';
import { describeGroups } from './describe-groups.ts';
import { describeReading } from './describe-reading.ts';
import { describeSensitive, type ReadRaw } from './describe-sensitive.ts';
import { describeTwoProcesses, type OpenSecondHandle } from './describe-two-processes.ts';
import { describeWriting } from './describe-writing.ts';
import { describeUndo } from './describe-undo.ts';
import type { MakeStore } from './records-environment.ts';

/** The contract of record operations, run on every store: rights in every operation, the save pipeline, history and undo. */
export function describeRecordsContract(name: string, makeStore: MakeStore, openSecondHandle: OpenSecondHandle, readRaw: ReadRaw): void {
  describe(`records on ${name}`, () => {
    describeReading(makeStore);
    describeGroups(makeStore);
    describeFigures(makeStore);
    describeSlowQueries(makeStore);
    describeWriting(makeStore);
    describeIdempotency(makeStore);
    describeRules(makeStore);
    describeRuleCases(makeStore);
    describeHooks(makeStore);
    describeAbsence(makeStore, openSecondHandle);
    describeAudit(makeStore);
    describeHistory(makeStore);
    describeSensitive(makeStore, readRaw);
    describeUndo(makeStore);
    describeAddedCheckbox(makeStore);
    describeEntryLinks(makeStore);
    describeTwoProcesses(makeStore, openSecondHandle);
  });
}
