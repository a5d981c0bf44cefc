import { Mail, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  findField,
  formatValue,
  IconButton,
  markDeleted,
  SkeletonRows,
  updateRecord,
  useInvalidateRecords,
  useModuleView,
  useNamesById,
  useRecordSearch,
  useShell,
  useUserId,
  useAction,
  type RecordData,
} from '#ui';
import { formatTimeOfDay, readTimes, WEEKDAYS } from '../../shared/schedule.ts';
import { readOwner } from '../../shared/sharing.ts';
import { tReports } from '../texts.ts';
import { ScheduleForm, SCHEDULES } from './schedule-form.tsx';

/** Schedules of a report that are listed; more are not made by hand. */
const MOST = 50;

interface SendProps {
  readonly report: { readonly _id: string; readonly name: string };
}

/** 'Weekly on Monday and Thursday, 8:00 AM'. */
function describeTimes(schedule: RecordData): string {
  const { frequency, weekdays, monthDay, time } = readTimes(schedule);
  const days = WEEKDAYS.filter((day) => weekdays.includes(day)).map((day) => tReports(`send.days.${day}`));
  const on =
    frequency === 'weekly'
      ? tReports('send.on', { days: days.join(', ') })
      : frequency === 'monthly'
        ? tReports('send.onDay', { day: monthDay })
        : '';
  return [tReports(`send.${frequency}`), on, formatTimeOfDay(time)].filter((part) => part !== '').join(', ');
}

function ScheduleEntry({
  schedule,
  owner,
  onEdit,
}: {
  readonly schedule: RecordData;
  readonly owner: string | undefined;
  readonly onEdit: () => void;
}) {
  const { isBusy, run } = useAction({ onEnd: () => void invalidate(['reportSchedules']) });
  const { data: module } = useModuleView('reportSchedules');
  const invalidate = useInvalidateRecords();
  const isActive = schedule['active'] === true;
  const reason = toText(schedule['stop_reason']);
  const nextRun = module === undefined ? undefined : findField(module, 'next_run');
  const time = module === undefined || nextRun === undefined ? '' : formatValue(module, nextRun, schedule['next_run']);
  const state = isActive
    ? tReports('send.next', { time })
    : reason === ''
      ? tReports('send.paused')
      : tReports(`send.reasons.${reason === 'owner_left' ? 'owner_left' : 'report_gone'}`);
  const subject = toText(schedule['name']);
  const recipients = Array.isArray(schedule['recipients']) ? schedule['recipients'].length : 0;
  return (
    <li className="rp-schedule">
      <div>
        <p className="rp-schedule-name">{subject}</p>
        <p className="rp-hint">
          {[describeTimes(schedule), tReports('send.count', { count: recipients }), ...(owner === undefined ? [] : [owner])].join(' · ')}
        </p>
        <p className={reason === '' ? 'rp-hint' : 'rp-stopped'}>{state}</p>
      </div>
      <IconButton
        icon={isActive ? Pause : Play}
        label={tReports(isActive ? 'send.pause' : 'send.resume', { subject })}
        disabled={isBusy}
        onClick={() => run(() => updateRecord(SCHEDULES, schedule._id, { active: !isActive }))}
      />
      <IconButton icon={Pencil} label={tReports('send.edit', { subject })} disabled={isBusy} onClick={onEdit} />
      <IconButton
        icon={Trash2}
        label={tReports('send.remove', { subject })}
        disabled={isBusy}
        onClick={() => run(() => markDeleted(SCHEDULES, schedule._id))}
      />
    </li>
  );
}

function ScheduleList({ report, onEdit }: SendProps & { readonly onEdit: (schedule: RecordData) => void }) {
  const { data: module } = useModuleView('reportSchedules');
  const input = { searchTerms: { report: { equals: report._id } }, pageSize: MOST, sortField: 'createdAt', sortOrder: 'desc' } as const;
  const { data, error, refetch } = useRecordSearch(module, input);
  const own = useUserId();
  const owners = (data?.data ?? []).map((one) => readOwner(one)).filter((id) => id !== own && id !== '');
  const { names } = useNamesById('users', owners);
  if (error !== null && data === undefined)
    return <ErrorState compact title={tReports('send.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={2} columns={2} />;
  if (data.data.length === 0) return <EmptyState compact title={tReports('send.none')} help={tReports('send.noneHelp')} />;
  return (
    <ul className="rp-schedules">
      {data.data.map((schedule) => {
        const owner = readOwner(schedule);
        return (
          <ScheduleEntry
            key={schedule._id}
            schedule={schedule}
            owner={owner === own || owner === '' ? undefined : toText(names.get(owner))}
            onEdit={() => onEdit(schedule)}
          />
        );
      })}
    </ul>
  );
}

/** Sends the report by e-mail on a schedule: the user's schedules of it, for System Admins those of everyone. Nothing without the right. */
export function SendMenu({ report }: SendProps) {
  const { data: shell } = useShell();
  const [open, setOpen] = useState<'list' | 'new' | RecordData>();
  const mayCreate = shell?.modules.find(({ name }) => name === 'reportSchedules')?.rights.create === true;
  if (!mayCreate) return null;
  const back = () => setOpen('list');
  return (
    <>
      <Button size="sm" variant="quiet" icon={Mail} onClick={back}>
        {tReports('send.title')}
      </Button>
      {open === 'list' && (
        <Dialog
          opened
          title={tReports('send.listTitle', { name: report.name })}
          onCancel={() => setOpen(undefined)}
          dirty={false}
          actions={
            <>
              <Button onClick={() => setOpen(undefined)}>{tReports('send.close')}</Button>
              <Button variant="primary" icon={Plus} onClick={() => setOpen('new')}>
                {tReports('send.add')}
              </Button>
            </>
          }
        >
          <ScheduleList report={report} onEdit={setOpen} />
        </Dialog>
      )}
      {open !== undefined && open !== 'list' && (
        <ScheduleForm report={report} schedule={open === 'new' ? undefined : open} onClose={back} />
      )}
    </>
  );
}
