import { lowercaseLabel } from '#engine/model/values';
import type { PlannedEffect } from '#engine/model/wire';

/** An effect, and the labels of its module and field. */
export interface EffectWords extends Omit<PlannedEffect, 'text'> {
  readonly label: string;
  readonly fieldLabel: string | undefined;
  /** The field stays, or becomes, readable on own records. */
  readonly onOwn: boolean;
  /** All of the people gain or lose the same number of records. */
  readonly isEqual: boolean;
}

/** '14 people with the role Clerk lose Price of Tools', 'Ann Lee (role Clerk) gains 12 tools, such as Saw and Plane'. */
export function describeEffect(effect: EffectWords): string {
  const { change, count } = effect;
  const verb = count === 1 ? change : change === 'gains' ? 'gain' : 'lose';
  return `${describePeople(effect)} ${verb} ${describeObject(effect)}`;
}

function describePeople({ count, people, roles }: EffectWords): string {
  const names = roles.map(({ name }) => name);
  const role = `${names.length === 1 ? 'role' : 'roles'} ${joinNames(names)}`;
  const [only] = people;
  if (count === 1 && only !== undefined) return names.length === 0 ? only.name : `${only.name} (${role})`;
  return names.length === 0 ? `${count} people` : `${count} people with the ${role}`;
}

function describeObject({ what, label, fieldLabel, change, onOwn, records, isEqual, examples }: EffectWords): string {
  if (what === 'module') return label;
  if (what === 'field') {
    const limit = onOwn ? (change === 'gains' ? ' on own records' : ', except on own records') : '';
    return `${fieldLabel ?? ''} of ${label}${limit}`;
  }
  const many = `${records ?? 0} ${records === 1 ? `record of ${label}` : lowercaseLabel(label)}`;
  const amount = isEqual ? many : `up to ${many} each`;
  return examples.length === 0 ? amount : `${amount}, such as ${joinNames(examples.map(({ name }) => name))}`;
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
