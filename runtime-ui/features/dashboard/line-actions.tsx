import { AlarmClock, Check } from 'lucide-react';
import { toText, type JsonObject } from '#engine/model/values';
import type { ModuleView, ShellView } from '#engine/model/wire';
import { createRecord, findModule, getErrorMessage, updateRecord, type RecordData } from '../../client/index.ts';
import { findDoneLog } from '../../extensions/index.ts';
import { findField, isAllowed, isOwnRecord, isWritable, recordName, useUserId } from '../../headless/index.ts';
import { Button, formatDay, formatDayInText, Icon, IconButton, Menu, showTransientError, t, TextLink } from '../../kit/index.ts';
import { useSaveFeedback, useAction, type CommunicationLink } from '../../views/index.ts';
import { dayAfterToday } from './days.ts';
import type { HomeList } from './home-lists.ts';

interface LineActionsProps {
  readonly list: HomeList;
  readonly view: ModuleView;
  readonly record: RecordData;
  readonly contactLinks: readonly CommunicationLink[];
  readonly shell: ShellView;
}

/** The days to which a date can be moved. */
const LATER = [
  { id: 'tomorrow', days: 1 },
  { id: 'threeDays', days: 3 },
  { id: 'week', days: 7 },
] as const;

/**
 * Saves values of the record with a notice that offers undo; `after` saves more in the same batch. The error of a refused save is shown as a
 * notice.
 */
function useLineSave(view: ModuleView, record: RecordData) {
  const feedback = useSaveFeedback(view);
  const showError = (error: unknown) => showTransientError(getErrorMessage(error));
  const { isBusy, run } = useAction({ onError: showError });
  const save = (fields: JsonObject, text: string, after?: (batchId: string | undefined) => Promise<unknown>) =>
    run(async () => {
      const { batchId } = await updateRecord(view.path, record._id, { ...fields, _version: record._version });
      await after?.(batchId).catch(showError);
      await feedback.notify(text, { batchId });
    });
  return { isBusy, save };
}

/** Logs the next action that is done, if a plugin does so and the user may create its record. */
async function logAction(
  shell: ShellView,
  address: { readonly module: string; readonly recordId: string },
  action: string,
  batchId?: string,
) {
  const log = action === '' ? undefined : await findDoneLog({ ...address, action });
  const module = log && findModule(shell, log.module);
  if (module?.rights.create === true) await createRecord(module.path, log?.fields ?? {}, batchId === undefined ? {} : { batchId });
}

/** A later date keeps the time of the day. */
function moveTo(value: string, day: string): string {
  if (!value.includes('T')) return day;
  const time = new Date(value);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, time.getHours(), time.getMinutes()).toISOString();
}

/** Call, text, e-mail, done, snooze and the choices of the list, as far as the user may do them. */
export function LineActions({ list, view, record, contactLinks, shell }: LineActionsProps) {
  const userId = useUserId();
  const { isBusy, save } = useLineSave(view, record);
  const name = recordName(view, record);
  const canSet = (values: object): boolean =>
    isAllowed(view, 'edit', record, userId) &&
    Object.keys(values).every((field) => {
      const found = findField(view, field);
      return found !== undefined && isWritable(found, isOwnRecord(record, userId));
    });
  const { done, action, choices = [], snooze, date } = list;
  const later = snooze === true && canSet({ [date]: null }) ? LATER : [];
  return (
    <span className="ms-home-actions">
      {contactLinks.map(({ key, label, icon, href }) => (
        <TextLink
          key={key}
          look="bare"
          className="ms-button ms-icon-button ms-button-quiet ms-control-sm"
          data-key={key}
          aria-label={`${label}: ${name}`}
          title={label}
          href={href}
        >
          <Icon of={icon} />
        </TextLink>
      ))}
      {done !== undefined && canSet(done) && (
        <IconButton
          icon={Check}
          size="sm"
          label={t('frame.dashboard.done', { name })}
          data-key="d"
          disabled={isBusy}
          onClick={() =>
            save(done as JsonObject, t('frame.dashboard.isDone', { name }), (batchId) =>
              logAction(shell, { module: view.name, recordId: record._id }, toText(record[action ?? '']), batchId),
            )
          }
        />
      )}
      {later.length > 0 && (
        <Menu
          label={t('frame.dashboard.snooze', { name })}
          position="bottom-end"
          target={<IconButton icon={AlarmClock} size="sm" label={t('frame.dashboard.snooze', { name })} data-key="z" disabled={isBusy} />}
          groups={[
            {
              id: 'later',
              items: later.map(({ id, days }) => {
                const day = dayAfterToday(days);
                return {
                  id,
                  label: t(`frame.dashboard.${id}`),
                  trailing: formatDay(day),
                  onSelect: () =>
                    save({ [date]: moveTo(toText(record[date]), day) }, t('frame.dashboard.snoozed', { name, day: formatDayInText(day) })),
                };
              }),
            },
          ]}
        />
      )}
      {choices
        .filter(({ set }) => canSet(set))
        .map(({ label, set }) => (
          <Button
            key={label}
            size="sm"
            disabled={isBusy}
            aria-label={`${label}: ${name}`}
            onClick={() => save(set as JsonObject, t('frame.dashboard.chosen', { name, label }))}
          >
            {label}
          </Button>
        ))}
    </span>
  );
}
