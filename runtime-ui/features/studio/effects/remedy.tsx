import { t, TextLink } from '../../../kit/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { STUDIO } from '../studio-sections.ts';

/** What a role loses: a right on a module, a field, or the whole module (`access`). */
export interface LostRight {
  readonly role: { readonly _id: string; readonly name: string };
  readonly module: string;
  readonly field: string | null;
  readonly right: string;
}

/** Whether the open draft is this change-set, and changes a role: then what the role loses can be given back in it. */
export function useIsRemediable(changeSet: string | undefined): (role: string) => boolean {
  const { view } = useDraft();
  const changed = view !== undefined && view._id === changeSet ? view.changes : [];
  return (role) => changed.some(({ kind, id, action }) => kind === 'role' && id === role && action === 'changed');
}

/** The role editor, which gives a role back what the open draft takes: the right is as it is published. */
function restoreRoute({ role, module, field, right }: LostRight): string {
  const property = field !== null ? `field_access.${field}` : right === 'sensitive' ? 'sensitive_access' : right;
  const query = new URLSearchParams({ module, property, restore: 'true' });
  return `${STUDIO}/roles/${encodeURIComponent(role._id)}?${query.toString()}`;
}

interface RemedyProps {
  readonly lost: LostRight;
  /** What is given back, for screen readers. */
  readonly what: string;
  /** Whether the role is named. */
  readonly isNamed: boolean;
}

/** The link that gives a role back what it loses. */
export function Remedy({ lost, what, isNamed }: RemedyProps) {
  const { name } = lost.role;
  return (
    <TextLink href={restoreRoute(lost)} aria-label={t('studioAccess.restoreOf', { role: name, what })}>
      {isNamed ? t('studioAccess.restoreIn', { role: name }) : t('studioAccess.restore')}
    </TextLink>
  );
}
