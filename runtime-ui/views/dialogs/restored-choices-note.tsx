import { History } from 'lucide-react';
import type { FieldView } from '#engine/model/wire';
import { Icon, t } from '../../kit/index.ts';

const NONE: readonly FieldView[] = [];

/** The note in a dialog that is restored from a local draft; `withheld` are sensitive fields that were not stored. */
export function RestoredChoicesNote({ withheld = NONE }: { readonly withheld?: readonly FieldView[] }) {
  const fields = withheld.map(({ label }) => label).join(', ');
  return (
    <p role="status" className="mv-restored-choices">
      <Icon of={History} />
      <span>
        {t('views.form.restoredChoices')}{' '}
        {withheld.length > 0 && <strong>{t('views.form.withheld', { count: withheld.length, fields })}</strong>}
      </span>
    </p>
  );
}
