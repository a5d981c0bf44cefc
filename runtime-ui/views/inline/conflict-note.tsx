import { Users } from 'lucide-react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { FieldValue } from '../../fields/values/index.ts';
import { isEmptyValue } from '../../headless/index.ts';
import { Button, Icon, t } from '../../kit/index.ts';

interface ConflictNoteProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  /** The value that the other user saved. */
  readonly value: JsonValue | undefined;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** The conflict note under the input of a field that another user changed meanwhile: their value, and the choice between both. */
export function ConflictNote({ module, field, value, onMine, onTheirs }: ConflictNoteProps) {
  const isEmpty = isEmptyValue(value) && field.inputType !== 'Checkbox';
  return (
    <div className="mi-conflict" role="alert">
      <p>
        <Icon of={Users} size={14} />
        <span>{t(isEmpty ? 'work.inline.conflictEmpty' : 'work.inline.conflict')}</span>
      </p>
      {!isEmpty && (
        <div className="mi-theirs">
          <FieldValue module={module} field={field} value={value} look="detail" />
        </div>
      )}
      <div className="mi-choice">
        <Button size="xs" onClick={onTheirs}>
          {t('work.inline.theirs')}
        </Button>
        <Button size="xs" variant="primary" onClick={onMine}>
          {t('work.inline.mine')}
        </Button>
      </div>
    </div>
  );
}
