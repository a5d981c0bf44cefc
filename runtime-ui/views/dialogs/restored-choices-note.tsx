import { History } from 'lucide-react';
import type { FieldView } from '#engine/model';
import { Icon, t } from '../../kit/index.ts';

const NONE: readonly FieldView[] = [];

/** In a dialog that is open again with what was chosen before; `withheld` are the sensitive fields that are not. */
export function RestoredChoicesNote({ withheld = NONE }: { readonly withheld?: readonly FieldView[] }) {
  const fields = withheld.map(({ label }) => label).join(', ');
  return (
    <p role="status" className="mv-restored-choices">
      <Icon of={History} />
      <span>{t('views.form.keptChoices')} {withheld.length > 0 && <strong>{t('views.form.withheld', { count: withheld.length, fields })}</strong>}</span>
    </p>
  );
}
