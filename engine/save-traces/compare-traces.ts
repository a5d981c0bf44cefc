import type { TraceDifference, TraceField, TraceResult, TraceStep } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';

/**
 * What differs between two traces of a save: outcome and error, steps that only one has, steps that failed differently, and fields that a
 * step changed differently. Milliseconds always differ: they are compared by whoever shows both.
 */
export function compareTraces(old: TraceResult, next: TraceResult): readonly TraceDifference[] {
  const whole = [
    differ('outcome', '', '', old.outcome, next.outcome),
    differ('error', '', '', old.error?.text ?? null, next.error?.text ?? null),
  ];
  const before = byName(old.steps);
  const after = byName(next.steps);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...whole, ...[...names].flatMap((name) => compareStep(name, before.get(name), after.get(name)))].flatMap((one) => one ?? []);
}

type Difference = TraceDifference | undefined;

/** Steps by kind, name and how often the same came before, so that the same step is found in both. */
function byName(steps: readonly TraceStep[]): ReadonlyMap<string, TraceStep> {
  const seen = new Map<string, number>();
  return new Map(
    steps.map((step) => {
      const name = [...(step.plugin === null ? [] : [step.plugin]), step.kind, step.name].join(' ');
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [count === 1 ? name : `${name} (${count})`, step];
    }),
  );
}

function compareStep(name: string, before: TraceStep | undefined, after: TraceStep | undefined): readonly Difference[] {
  if (before === undefined || after === undefined)
    return [differ('step', name, '', before === undefined ? null : 'ran', after === undefined ? null : 'ran')];
  const fields = new Map([...before.fields, ...after.fields].map((field) => [field.field, field.label]));
  const valueOf = (list: readonly TraceField[], name: string): string | null => {
    const found = list.find(({ field }) => field === name);
    return found === undefined ? null : toText(found.after);
  };
  return [
    differ('error', name, '', before.error?.text ?? null, after.error?.text ?? null),
    ...[...fields].map(([field, label]) => differ('field', name, label, valueOf(before.fields, field), valueOf(after.fields, field))),
  ];
}

function differ(kind: TraceDifference['kind'], step: string, field: string, before: string | null, after: string | null): Difference {
  return before === after ? undefined : { kind, step, field, before, after };
}

/** A value as text: lists with commas, without the signs of JSON. */
function toText(value: JsonValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(toText).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${toText(part)}`)
    .join(', ');
}
