import type { StorePort } from '../../ports/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { RecordDocument, RecordDraft } from '#engine/model/values';
import { metadataOf } from '../module-metadata.ts';
import type { SaveAttempt } from './write-context.ts';

/** The number that each sequence is known to have reached in a store, or a smaller one: sequences never go back. */
const reached = new WeakMap<StorePort, Map<string, number>>();

function sequenceOf(module: CompiledModule, { id }: CompiledField): string {
  return `${module.id}.${id}`;
}

/** The next number of an AutoIncrement field, higher than those that the unit itself has. Errors: of the store. */
export async function nextNumber(attempt: SaveAttempt, module: CompiledModule, field: CompiledField): Promise<number> {
  const { store } = attempt.services;
  const sequence = sequenceOf(module, field);
  const given = attempt.numbers.get(sequence);
  const first = field.definition.firstNumber ?? 1;
  const number = await store.reserveNumbers(sequence, 1, given === undefined ? first : Math.max(first, given + 1));
  noteReached(store, sequence, number);
  return number;
}

/** Notes the numbers of a record that were entered: numbers that are assigned later are higher. */
export function noteNumbers(attempt: SaveAttempt, module: CompiledModule, draft: RecordDraft, before: RecordDocument | undefined): void {
  for (const field of metadataOf(module).autoIncrements) {
    const value = draft[field.name];
    if (typeof value !== 'number' || value === before?.[field.name]) continue;
    const sequence = sequenceOf(module, field);
    attempt.numbers.set(sequence, Math.max(value, attempt.numbers.get(sequence) ?? value));
  }
}

/** Moves the sequences behind the numbers of a unit, before it is committed. Errors: of the store. */
export async function moveSequences({ numbers, services: { store } }: SaveAttempt): Promise<void> {
  for (const [sequence, number] of numbers) {
    if ((reached.get(store)?.get(sequence) ?? -1) >= number) continue;
    await store.reserveNumbers(sequence, 0, number + 1);
    noteReached(store, sequence, number);
  }
}

function noteReached(store: StorePort, sequence: string, number: number): void {
  const known = reached.get(store) ?? new Map<string, number>();
  reached.set(store, known.set(sequence, Math.max(number, known.get(sequence) ?? number)));
}
