import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SettingView } from '#engine/model/wire';
import { findModule, getSettings, queryKeys, saveSetting, searchRecords, useShell, type ApiError } from '../../../client/index.ts';
import { Button, Card, ErrorState, PageHeader, SkeletonRows, t, usePageTitle } from '../../../kit/index.ts';
import { NewUserDialog } from '../people/new-user-dialog.tsx';
import { TeamNameDialog } from '../people/team-name-dialog.tsx';
import { EditDialog } from '../settings/setting-dialogs.tsx';
import { SettingValue } from '../settings/setting-value.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { DemoDataStep } from './demo-data-step.tsx';
import '../entries.css';
import '../settings/settings.css';
import './first-run.css';

/** Number of the records of a module that the user may see; undefined: not loaded yet. */
function useTotal(name: string): number | undefined {
  const { data: shell } = useShell();
  const module = findModule(shell, name);
  const input = { pageNumber: 0, pageSize: 1 };
  const { data } = useQuery({
    queryKey: queryKeys.list(name, input),
    queryFn: ({ signal }) => searchRecords(module?.path ?? '', input, signal),
    enabled: module !== undefined,
  });
  return data?.total;
}

function useSettings() {
  return useQuery<readonly SettingView[], ApiError>({ queryKey: queryKeys.settings(), queryFn: ({ signal }) => getSettings(signal) });
}

/** Screens read the public settings from the shell. */
function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [queryKeys.settings(), queryKeys.shell(), queryKeys.publicSettings()])
      void client.invalidateQueries({ queryKey });
  };
}

function SettingLine({ settingKey }: { readonly settingKey: string }) {
  const { data } = useSettings();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const setting = data?.find(({ key }) => key === settingKey);
  if (setting === undefined) return null;
  return (
    <div className="ma-step-line">
      <dt>{setting.name}</dt>
      <dd className="ma-step-value">
        <SettingValue schema={setting.schema} value={setting.value} />
        <Button size="sm" aria-label={t('firstRun.changeOf', { name: setting.name })} onClick={() => setOpen(true)}>
          {t('firstRun.change')}
        </Button>
        {isOpen && <EditDialog setting={setting} onStale={refresh} onClose={() => setOpen(false)} />}
      </dd>
    </div>
  );
}

interface StepProps {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}

function Step({ title, help, children }: StepProps) {
  return (
    <li>
      <Card title={title}>
        {help !== undefined && <p className="ma-note">{help}</p>}
        {children}
      </Card>
    </li>
  );
}

interface AddButtonProps {
  readonly label: string;
  /** The form that is opened. */
  readonly children: (close: () => void) => ReactNode;
}

/** Opens a form over the guide, and leads back to it. */
function AddButton({ label, children }: AddButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function Steps() {
  const { data, error, refetch } = useSettings();
  const [teams, people] = [useTotal('teams'), useTotal('users')];
  if (error && data === undefined)
    return <ErrorState compact title={t('firstRun.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={72} />;
  return (
    <ol className="ma-steps">
      <Step title={t('firstRun.steps.company')} help={t('firstRun.steps.companyHelp')}>
        <dl>
          <SettingLine settingKey="company_name" />
          <SettingLine settingKey="company_logo" />
        </dl>
      </Step>
      <Step title={t('firstRun.steps.time')} help={t('firstRun.steps.timeHelp')}>
        <dl>
          <SettingLine settingKey="time_zone" />
        </dl>
      </Step>
      <Step title={t('firstRun.steps.teams')} help={t('firstRun.steps.teamsHelp')}>
        <p className="ma-step-line">
          <span>{teams === undefined ? '' : t('firstRun.teams', { count: teams })}</span>
          <AddButton label={t('firstRun.newTeam')}>{(close) => <TeamNameDialog onDone={close} onClose={close} />}</AddButton>
        </p>
      </Step>
      <Step title={t('firstRun.steps.people')} help={t('firstRun.steps.peopleHelp')}>
        <p className="ma-step-line">
          <span>{people === undefined ? '' : t('firstRun.people', { count: people })}</span>
          <AddButton label={t('firstRun.invite')}>{(close) => <NewUserDialog kind="invite" onDone={close} onClose={close} />}</AddButton>
        </p>
      </Step>
      <Step title={t('firstRun.steps.demo')}>
        <DemoDataStep />
      </Step>
    </ol>
  );
}

/** Takes the guide from the first page, or brings it back. */
function FinishButton() {
  const { data } = useSettings();
  const refresh = useRefresh();
  const { isBusy, run } = useAdminAction(queryKeys.settings());
  const setting = data?.find(({ key }) => key === 'first_run_done');
  if (setting === undefined) return null;
  const isDone = setting.value === true;
  const toggle = () => run(() => saveSetting(setting, !isDone), t(isDone ? 'firstRun.shownAgain' : 'firstRun.finished'), refresh);
  return (
    <Button size="sm" variant={isDone ? 'quiet' : 'primary'} loading={isBusy} onClick={toggle}>
      {t(isDone ? 'firstRun.again' : 'firstRun.finish')}
    </Button>
  );
}

/** `/admin/first-run`: the guide for the first System Admin; it is on their first page until it is finished, and always in the menu. */
export function FirstRunPage() {
  usePageTitle(t('firstRun.title'));
  return (
    <>
      <PageHeader title={t('firstRun.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('firstRun.help')}</p>
        <Steps />
        <div>
          <FinishButton />
        </div>
      </div>
    </>
  );
}
