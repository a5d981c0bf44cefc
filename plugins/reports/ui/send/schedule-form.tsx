import { useMemo } from 'react';
import { toText, type JsonObject } from '#engine/model';
import { createRecord, SchemaFormDialog, showNotice, updateRecord, useInvalidateRecords, type RecordData } from '#ui';
import { formatTimeOfDay, FREQUENCIES, readTimes, TIMES, WEEKDAYS } from '../../shared/schedule.ts';
import { readIds } from '../../shared/stored-report.ts';
import { tReports } from '../texts.ts';

export const SCHEDULES = '/api/report-schedules';

/** The days of the week from Monday on. */
const DAYS = [...WEEKDAYS.slice(1), WEEKDAYS[0]];

function createSchema(): JsonObject {
  return {
    type: 'object',
    required: ['name', 'recipients', 'frequency', 'send_time'],
    properties: {
      name: { type: 'string', title: tReports('send.subject'), minLength: 1, maxLength: 200 },
      recipients: {
        type: 'array',
        title: tReports('send.recipients'),
        description: tReports('send.recipientsHelp'),
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        items: { type: 'string', format: 'record', 'x-module': 'users' },
      },
      frequency: {
        type: 'string',
        title: tReports('send.frequency'),
        oneOf: FREQUENCIES.map((value) => ({ const: value, title: tReports(`send.${value}`) })),
        'x-width': 'half',
      },
      send_time: {
        type: 'string',
        title: tReports('send.time'),
        description: tReports('send.timeHelp'),
        oneOf: TIMES.map((time) => ({ const: time, title: formatTimeOfDay(time) })),
        'x-width': 'half',
      },
    },
    allOf: [
      {
        if: { required: ['frequency'], properties: { frequency: { const: 'weekly' } } },
        then: {
          required: ['weekdays'],
          properties: {
            weekdays: {
              type: 'array',
              format: 'checkboxes',
              title: tReports('send.weekdays'),
              minItems: 1,
              uniqueItems: true,
              items: { type: 'string', oneOf: DAYS.map((value) => ({ const: value, title: tReports(`send.days.${value}`) })) },
            },
          },
        },
      },
      {
        if: { required: ['frequency'], properties: { frequency: { const: 'monthly' } } },
        then: {
          required: ['month_day'],
          properties: {
            month_day: {
              type: 'integer',
              title: tReports('send.monthDay'),
              description: tReports('send.monthDayHelp'),
              minimum: 1,
              maximum: 31,
            },
          },
        },
      },
    ],
  };
}

interface ScheduleFormProps {
  readonly report: { readonly _id: string; readonly name: string };
  /** The schedule to change; absent: a new one. */
  readonly schedule: RecordData | undefined;
  readonly onClose: () => void;
}

/** When a report is sent, and to whom. */
export function ScheduleForm({ report, schedule, onClose }: ScheduleFormProps) {
  const schema = useMemo(createSchema, []);
  const invalidate = useInvalidateRecords();
  const initial = useMemo((): JsonObject => {
    if (schedule === undefined) return { name: report.name, frequency: 'weekly', weekdays: ['monday'], send_time: '08:00', month_day: 1 };
    const { frequency, weekdays, monthDay, time } = readTimes(schedule);
    const recipients = [...readIds(schedule['recipients'])];
    return { name: toText(schedule['name']), recipients, frequency, weekdays, month_day: monthDay, send_time: time };
  }, [report.name, schedule]);
  const save = async (values: JsonObject): Promise<void> => {
    const fields = { ...values, report: report._id };
    if (schedule === undefined) await createRecord(SCHEDULES, fields);
    else await updateRecord(SCHEDULES, schedule._id, fields);
    await invalidate(['reportSchedules']);
    showNotice({ kind: 'ok', text: tReports('send.saved') });
    onClose();
  };
  return (
    <SchemaFormDialog
      title={tReports(schedule === undefined ? 'send.newTitle' : 'send.editTitle')}
      submitLabel={tReports('send.save')}
      consequences={tReports('send.consequences')}
      schema={schema}
      initial={initial}
      onClose={onClose}
      onSubmit={save}
    />
  );
}
