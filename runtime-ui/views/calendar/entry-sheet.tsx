import { CalendarClock, Lock, Repeat, X } from 'lucide-react';
import type { RefObject } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { FieldView } from '#engine/model/wire';
import { recordRoute, useSession } from '../../client/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { isAllowed, isEmptyValue, readValue, useUserId, type LayoutItem } from '../../headless/index.ts';
import { occurrenceOf, type CalendarEntry } from '../../headless/calendar/index.ts';
import { Button, ButtonLink, Icon, IconButton, t, TextLink } from '../../kit/index.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { EntryPopover } from './entry-popover.tsx';
import { useCalendarContext } from './calendar-context.ts';
import { entryTitle, formatEntryTime } from './entry-format.ts';

/** Whether the field is read-only for every role. */
const isFixed = (field: FieldView): boolean => field.system || field.readOnly === true;

interface EntrySheetProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly entry: CalendarEntry;
  /** The main fields of the entry. */
  readonly items: readonly LayoutItem[];
  readonly onClose: () => void;
}

/** The popover of an entry: its main fields, and the actions to open, edit or move it. */
export function EntrySheet({ box, entry, items, onClose }: EntrySheetProps) {
  const work = useCalendarContext();
  const user = useSession((session) => session.user);
  const userId = useUserId();
  const { module, status } = work;
  const { record } = entry;
  const name = entryTitle(work, entry);
  const href = recordRoute(module.name, entry.record._id, user);
  const block = work.findMoveBlock(record);
  const filled = items.filter((item) => !isEmptyValue(readValue(record, item.fieldName))).slice(0, 5);
  const canEdit = isAllowed(module, 'edit', record, userId);
  const repeats = occurrenceOf(record) !== undefined;
  const act = (action: 'edit' | 'delete') => {
    onClose();
    work.onSeries(entry, action);
  };
  return (
    <EntryPopover box={box} id={entry.id} label={t('calendar.preview', { name })} onClose={onClose}>
      <div className="mc-sheet">
        <div className="mc-sheet-head">
          <h3>
            <TextLink look="name" href={href}>
              {name}
            </TextLink>
          </h3>
          <IconButton icon={X} size="xs" label={t('actions.close')} onClick={onClose} />
        </div>
        <p className="mc-sheet-when">{formatEntryTime(work, entry)}</p>
        {status && !isEmptyValue(record[status.fieldName]) && (
          <div>
            <FieldValue module={module} field={status} value={record[status.fieldName]} />
          </div>
        )}
        {filled.length > 0 && (
          <dl className="mc-sheet-fields">
            {filled.map(
              (item) =>
                item.field && (
                  <div key={item.fieldName}>
                    <dt>{item.label}</dt>
                    <dd>
                      <FieldValue
                        module={module}
                        field={item.field}
                        value={readValue(record, item.fieldName)}
                        isPart={item.part !== undefined}
                      />
                    </dd>
                  </div>
                ),
            )}
          </dl>
        )}
        {block?.kind === 'field' && (
          <p className="mc-blocked">
            <Icon of={Lock} size={14} />
            <span>{t(isFixed(block.field) ? 'calendar.fixed' : 'calendar.fixedByRole', { field: block.field.label })}</span>
          </p>
        )}
        {block?.kind === 'record' && (
          <p className="mc-blocked">
            <Icon of={Lock} size={14} />
            <span>{t('calendar.fixedRecord', { thing: lowercaseLabel(module.labelSingular) })}</span>
          </p>
        )}
        <div className="mc-sheet-foot">
          <ButtonLink variant="primary" size="sm" href={href}>
            {t('actions.open')}
          </ButtonLink>
          {canEdit && repeats && (
            <Button size="sm" icon={Repeat} onClick={() => act('edit')}>
              {t('views.record.edit')}
            </Button>
          )}
          {canEdit && !repeats && (
            <ButtonLink size="sm" href={`${href}/edit`}>
              {t('views.record.edit')}
            </ButtonLink>
          )}
          {!canEdit && (
            <ExplainedButton module={module} action="edit" recordId={entry.record._id} size="sm">
              {t('views.record.edit')}
            </ExplainedButton>
          )}
          {repeats && canEdit && isAllowed(module, 'delete', record, userId) && (
            <Button size="sm" onClick={() => act('delete')}>
              {t('actions.delete')}
            </Button>
          )}
          {block === undefined && (
            <Button
              size="sm"
              icon={CalendarClock}
              onClick={() => {
                onClose();
                work.onMoveDialog(entry);
              }}
            >
              {t('calendar.move')}
            </Button>
          )}
          {block?.kind === 'field' && !isFixed(block.field) && (
            <ExplainedButton module={module} action="edit" recordId={entry.record._id} field={block.field.fieldName} size="sm">
              {t('calendar.move')}
            </ExplainedButton>
          )}
        </div>
      </div>
    </EntryPopover>
  );
}
