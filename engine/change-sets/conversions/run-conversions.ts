import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import { auditResourceChange, writeUpcomingKeys, type UpcomingField, type UpcomingKeysResult } from '../../records/index.ts';
import { createConverter } from '#engine/model/conversions';
import type { ChangeSetServices, ConversionProgress, ConversionRun } from '../contract.ts';
import { keepsValuesOf, reviewRemovals } from '../removals/review-removals.ts';
import { createPace, type Pace } from './pace.ts';
import { makeConverted } from './start-conversion.ts';
import {
  choicesOf,
  findRunning,
  readConversion,
  writeConversion,
  type StoredConversion,
  type StoredConvertedField,
} from './stored-conversion.ts';

/** Passes over the records of a field that other saves may interrupt; the next run continues. */
const MAX_PASSES = 20;

const AFTER_CONFLICT = 200;

type State = 'ready' | 'ended' | 'busy';

/**
 * Works on all conversions that run: adds the new keys, and publishes the change-set of each that is complete. What an earlier run did
 * is not done again. Errors: of the store, and the reason of the signal.
 */
export async function runConversions(services: ChangeSetServices, progress: ConversionProgress): Promise<ConversionRun> {
  const result = { converted: 0, published: 0 };
  const left = new Set<string>();
  for (;;) {
    const next = (await findRunning(services.store)).find(({ _id }) => !left.has(_id));
    if (next === undefined) return result;
    left.add(next._id);
    const { state, converted } = await convertFields(services, next, progress);
    result.converted += converted;
    if (state === 'ready' && (await publishConverted(services, next._id))) result.published += 1;
  }
}

/**
 * Works on one conversion until its change-set is published, here or by the job. Errors: `conversion_ended` if it was stopped or cancelled, or
 * waits for a decision; of the store, and the reason of the signal.
 */
export async function finishConversion(services: ChangeSetServices, id: string, progress: ConversionProgress): Promise<void> {
  for (;;) {
    const now = await readConversion(services.store, id);
    if (now?.state === 'done') return;
    if (now?.state !== 'running') throw new MusterError('conversion_ended', { values: { reason: explainEnd(now) } });
    const { state } = await convertFields(services, now, progress);
    if (state === 'ready') await publishConverted(services, id);
  }
}

function explainEnd(conversion: StoredConversion | undefined): string {
  if (conversion === undefined) return 'Somebody cancelled it.';
  const { name, state, problem, fields } = conversion;
  const where = `Decide about it in the list of change-sets: ${name}.`;
  if (state === 'stopped') return `Somebody stopped it. ${where}`;
  const failed = fields.filter((field) => field.failed > 0).map((field) => `${field.failed} values of ${field.label} cannot be converted.`);
  return [...(problem === null ? failed : [problem.text]), where].join(' ');
}

/** Converts the values of all fields. `ended`: somebody stopped it, or values are left that cannot be converted. */
async function convertFields(
  services: ChangeSetServices,
  conversion: StoredConversion,
  progress: ConversionProgress,
): Promise<{ readonly state: State; readonly converted: number }> {
  const isNew = conversion.isStarted !== true;
  // Noted first: a run that is stopped or killed in its fast rounds was their only one.
  if (isNew && !(await change(services, conversion._id, (now) => ({ ...now, isStarted: true })))) return { state: 'ended', converted: 0 };
  const pace = createPace(isNew);
  await pace.begin();
  let converted = 0;
  let failed = 0;
  for (const field of conversion.fields) {
    const { state, result } = await convertField(services, conversion, field, progress, pace);
    converted += result.written;
    failed += result.failed;
    if (state !== 'ready') return { state, converted };
    const { failed: count, examples } = result;
    const isSaved = await saveField(services, conversion, field, { done: Math.max(0, field.records - count), failed: count, examples });
    if (!isSaved) return { state: 'ended', converted };
  }
  if (failed === 0) return { state: 'ready', converted };
  await change(services, conversion._id, (now) => ({ ...now, state: 'blocked' }));
  return { state: 'ended', converted };
}

/** Passes over the records until one finds nothing to write: a save of a process with the earlier definitions may have come later. */
async function convertField(
  services: ChangeSetServices,
  conversion: StoredConversion,
  field: StoredConvertedField,
  { signal, report }: ConversionProgress,
  pace: Pace,
): Promise<{ readonly state: State; readonly result: Omit<UpcomingKeysResult, 'isWhole'> }> {
  const upcoming = toUpcoming(conversion, field);
  let written = 0;
  let isRunning = true;
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    const pass = await writeUpcomingKeys(services, upcoming, async (result) => {
      signal.throwIfAborted();
      const done = Math.min(field.records, field.done + written + result.written);
      isRunning = pace.isDue()
        ? await saveField(services, conversion, field, { done, failed: result.failed, examples: result.examples })
        : (await readConversion(services.store, conversion._id))?.state === 'running';
      await report({ module: field.module.name, records: done });
      if (isRunning) await pace.rest();
      return isRunning;
    });
    written += pass.written;
    const result = { ...pass, written };
    if (!isRunning) return { state: 'ended', result };
    if (pass.isWhole && pass.written === 0) return { state: 'ready', result };
    // Records of a round are saved again and again.
    if (!pass.isWhole) await pause(AFTER_CONFLICT);
  }
  return { state: 'busy', result: { written, failed: 0, examples: [] } };
}

function toUpcoming({ version }: StoredConversion, { module, stored, key, conversion }: StoredConvertedField): UpcomingField {
  return { module: module.id, field: stored, key, version, convert: createConverter(conversion) };
}

/** Writes how far a field is; false: the conversion does not run any more. */
async function saveField(
  services: ChangeSetServices,
  { _id }: StoredConversion,
  { module, stored }: StoredConvertedField,
  changes: Pick<StoredConvertedField, 'done' | 'failed' | 'examples'>,
): Promise<boolean> {
  return change(services, _id, (now) => ({
    ...now,
    fields: now.fields.map((field) => (field.stored === stored && field.module.id === module.id ? { ...field, ...changes } : field)),
  }));
}

/** Changes a conversion that runs; false: it does not. */
async function change({ store }: ChangeSetServices, id: string, make: (now: StoredConversion) => StoredConversion): Promise<boolean> {
  for (;;) {
    const now = await readConversion(store, id);
    if (now?.state !== 'running') return false;
    if ((await store.commit({ writes: [writeConversion(now, make(now))] })).committed) return true;
  }
}

/** Publishes a change-set whose values are converted. One that is refused waits for its admin, with the reason. */
async function publishConverted(services: ChangeSetServices, id: string): Promise<boolean> {
  const conversion = await readConversion(services.store, id);
  if (conversion?.state !== 'running') return false;
  try {
    await publish(services, conversion);
    return true;
  } catch (error) {
    if (!(error instanceof MusterError) || error.status >= 500) throw error;
    const { code, message, details = [] } = error;
    const problem = { code, text: message, details: details.map((one) => one.message) };
    await change(services, id, (now) => ({ ...now, state: 'blocked', problem }));
    return false;
  }
}

async function publish(services: ChangeSetServices, conversion: StoredConversion): Promise<void> {
  const { _id, author } = conversion;
  const choices = choicesOf(conversion);
  const { id, name, reverts, changes, extraWrites } = await makeConverted(services, conversion);
  await services.registry.publish({
    author: author ?? undefined,
    id,
    name,
    reverts,
    changes,
    conversion: _id,
    review: (review) => reviewRemovals(services, review, choices),
    keepsValues: keepsValuesOf(choices),
    extraWrites: async (snapshot) => [...(await extraWrites(snapshot)), ...(await finish(services, _id))],
  });
}

/** The writes that end a conversion, with its entry in the audit log. Errors: `conversion_not_running` if somebody stopped it meanwhile. */
async function finish(services: ChangeSetServices, id: string): Promise<readonly StoreWrite[]> {
  const now = await readConversion(services.store, id);
  if (now?.state !== 'running') throw new MusterError('conversion_not_running');
  const changes = now.fields.map(({ module, name, conversion: { from, to } }) => ({
    field: `${module.name}.${name}`,
    before: from.definition.inputType,
    after: to.definition.inputType,
  }));
  return [
    writeConversion(now, { ...now, state: 'done', endedAt: new Date(services.clock.now()).toISOString() }),
    ...auditResourceChange(services, SYSTEM_ACTOR, {
      resource: 'changeSets',
      id,
      name: now.name,
      changes,
      changeSource: 'type conversion',
    }),
  ];
}
