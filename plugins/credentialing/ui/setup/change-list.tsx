import { toText } from '#engine/model';
import type { Change } from '../credentialing-api.ts';
import { tCredentialing } from '../texts.ts';

/** A value of a change, for people. */
function describeValue(value: unknown): string {
  if (typeof value === 'boolean') return tCredentialing(value ? 'batch.yes' : 'batch.no');
  if (Array.isArray(value)) return value.map(describeValue).join(', ');
  const text = typeof value === 'number' ? String(value) : toText(value);
  return text === '' ? tCredentialing('batch.empty') : text;
}

/** What a change does, in a sentence. */
export function describeChange({ action, fields }: Change): string {
  if (action === 'add') return tCredentialing('batch.added');
  if (action === 'remove') return tCredentialing('batch.removed');
  return fields
    .map(({ label, from, to }) => tCredentialing('batch.changed', { field: label, from: describeValue(from), to: describeValue(to) }))
    .join('; ');
}

/** What would change, setup by setup. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className="cr-changes" aria-label={tCredentialing('batch.preview')}>
      {changes.map((change) => (
        <li key={change.key}>
          {change.setup !== undefined && <span className="ms-muted">{change.setup.name}</span>} <strong>{change.item.label}</strong>{' '}
          {describeChange(change)}
        </li>
      ))}
    </ul>
  );
}
