import { MusterError } from '../../errors/index.ts';
import type { RemovedOption } from '../../records/index.ts';
import type { CompiledField } from '#engine/model/compiled';

/** What happens to the values of what a change removes: they stay, are removed, or (of options) get another value. */
export type ValuesChoice = { readonly kind: 'keep' | 'clear' } | { readonly kind: 'move'; readonly to: string };

/** The choice for one field or module; a map has the new option for each removed one, or null: its values are removed. */
export type FieldChoice = 'keep' | 'clear' | { readonly map: { readonly [option: string]: string | null } };

/** The choices of a request: by the stable id of a field or module, and for everything else. */
export interface ValuesChoices {
  readonly byId: ReadonlyMap<string, FieldChoice>;
  /** undefined: not given. */
  readonly others: ValuesChoice | undefined;
}

const MOVE = 'move:';

/** Reads `?values=keep|clear|move:<value>`; undefined: not given. Errors: `parameter_invalid`. */
export function readValuesChoice(values: string | readonly string[] | undefined): ValuesChoice | undefined {
  if (values === undefined) return undefined;
  if (values === 'keep' || values === 'clear') return { kind: values };
  if (typeof values === 'string' && values.startsWith(MOVE) && values.length > MOVE.length)
    return { kind: 'move', to: values.slice(MOVE.length) };
  throw choiceInvalid('It can be keep, clear, or move: and a value.');
}

/** The choice for a whole field or module; undefined: none. Errors: `parameter_invalid` for one that only options can have. */
export function chooseForWhole({ byId, others }: ValuesChoices, ids: readonly string[]): 'keep' | 'clear' | undefined {
  const own = ids.map((id) => byId.get(id)).find((choice) => choice !== undefined);
  if (typeof own === 'object' || (own === undefined && others?.kind === 'move'))
    throw choiceInvalid('Only the values of options can be moved.', own === undefined ? 'values' : `values.${ids[0] ?? ''}`);
  return own ?? (others?.kind === 'move' ? undefined : others?.kind);
}

/** What happens to the values of a removed option; undefined: nothing is chosen. */
export function chooseForOption({ byId, others }: ValuesChoices, { field, value }: RemovedOption): ValuesChoice | undefined {
  const own = byId.get(field.definition.id) ?? byId.get(field.id);
  if (own === undefined) return others;
  if (typeof own === 'string') return { kind: own };
  const to = Object.hasOwn(own.map, value) ? own.map[value] : undefined;
  if (to === null) return { kind: 'clear' };
  return to === undefined ? undefined : { kind: 'move', to };
}

/** Throws `parameter_invalid` unless the new value is an option that stays. */
export function assertMovable({ field, column }: RemovedOption, to: string): void {
  const remaining: CompiledField = column?.column ?? field;
  if (!(remaining.dropdown?.options ?? []).some(({ value }) => value === to)) throw choiceInvalid(`${to} is not an option.`);
}

/**
 * What happens to the values of something that was removed before and kept its values: undefined, or 'clear': they are removed. Options, of
 * which these remain, can also move: returns the value instead. Errors: `parameter_invalid`.
 */
export function chooseForGood(choice: ValuesChoice | undefined, options?: readonly { readonly value: string }[]): string | null {
  if (choice?.kind === 'keep') throw choiceInvalid('It can be clear, or move: and the value of an option.');
  if (choice?.kind !== 'move') return null;
  if (options === undefined) throw choiceInvalid('Only the values of options can be moved.');
  if (!options.some(({ value }) => value === choice.to)) throw choiceInvalid(`${choice.to} is not an option.`);
  return choice.to;
}

function choiceInvalid(message: string, field = 'values'): MusterError {
  return new MusterError('parameter_invalid', { details: [{ field, code: 'enum', message }] });
}
