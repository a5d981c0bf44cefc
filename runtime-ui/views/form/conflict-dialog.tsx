import { useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { FieldValue } from '../../fields/values/index.ts';
import type { Conflict, ConflictRow } from '../../headless/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';

type Side = 'mine' | 'theirs';

interface ConflictDialogProps {
  readonly module: ModuleView;
  readonly conflict: Conflict;
  readonly onBack: () => void;
  readonly onChoose: (choices: { readonly [field: string]: Side }) => void;
}

function Choice({
  module,
  row,
  side,
  chosen,
  onChoose,
}: {
  readonly module: ModuleView;
  readonly row: ConflictRow;
  readonly side: Side;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <td className={chosen ? 'mv-conflict-chosen' : ''}>
      <label className="mv-conflict-choice">
        <input type="radio" name={`conflict-${row.field.fieldName}`} className="ms-radio" checked={chosen} onChange={onChoose} />
        <FieldValue module={module} field={row.field} value={row[side]} look="detail" />
      </label>
    </td>
  );
}

/** Names who changed which other fields: 'Also changed by Mei Tanaka: Phone, Status'. */
export function mergedText(taken: readonly FieldView[], by: string | undefined): string {
  return t('views.form.alsoChanged', { who: by ?? t('views.form.someoneElse'), fields: taken.map(({ label }) => label).join(', ') });
}

/** A conflict dialog: another user saved the record first. Shows both values of each conflicting field, and the choice between them. */
export function ConflictDialog({ module, conflict, onBack, onChoose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<{ readonly [field: string]: Side }>({});
  const sideOf = (row: ConflictRow): Side => choices[row.field.fieldName] ?? 'mine';
  const all = Object.fromEntries(conflict.rows.map((row) => [row.field.fieldName, sideOf(row)]));
  const actions = (
    <>
      <Button onClick={onBack}>{t('views.form.backToForm')}</Button>
      <Button variant="primary" data-autofocus onClick={() => onChoose(all)}>
        {t('views.form.keepAndSave')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      title={t('views.form.conflictTitle')}
      subtitle={t(conflict.rows.length > 0 ? 'views.form.conflictText' : 'views.form.conflictNone')}
      size={conflict.rows.length > 0 ? 'compare' : 'confirm'}
      onCancel={onBack}
      actions={actions}
      dirty
    >
      {conflict.rows.length > 0 && (
        <table className="mv-conflict">
          <thead>
            <tr>
              <th scope="col">{t('views.form.field')}</th>
              <th scope="col">{t('views.form.mine')}</th>
              <th scope="col">{t('views.form.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {conflict.rows.map((row) => (
              <tr key={row.field.fieldName}>
                <th scope="row">{row.field.label}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <Choice
                    key={side}
                    module={module}
                    row={row}
                    side={side}
                    chosen={sideOf(row) === side}
                    onChoose={() => setChoices({ ...choices, [row.field.fieldName]: side })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {conflict.taken.length > 0 && <p className="mv-conflict-taken">{mergedText(conflict.taken, conflict.by)}</p>}
    </Dialog>
  );
}
