import { useState } from 'react';
import type { SettingView } from '#engine/model/wire';
import { formatInstantInText } from '../../../fields/values/index.ts';
import { Button, StatusPill, t } from '../../../kit/index.ts';
import { DotLine } from '../dot-line.tsx';
import { EditDialog, ResetDialog } from './setting-dialogs.tsx';
import { SettingValue } from './setting-value.tsx';

/** Who defines the setting, and who changed it last. */
function originOf({ source, plugin = '', changedAt, changedBy, public: isPublic }: SettingView): readonly string[] {
  const when = changedAt === null ? '' : formatInstantInText(changedAt);
  const change = changedBy === null ? t('settings.changedAt', { when }) : t('settings.changedBy', { name: changedBy.name, when });
  return [t(`settings.source.${source}`, { plugin }), ...(isPublic ? [t('settings.public')] : []), ...(changedAt === null ? [] : [change])];
}

function StatePill({ setting: { problems }, isChanged }: { readonly setting: SettingView; readonly isChanged: boolean }) {
  if (problems.length > 0) return <StatusPill label={t('settings.invalid')} hue="red" />;
  return isChanged ? <StatusPill label={t('settings.changed')} hue="blue" /> : null;
}

function Values({ setting: { schema, value, default: original }, isChanged }: Parameters<typeof StatePill>[0]) {
  const values = [[t('settings.value'), value] as const, ...(isChanged ? [[t('settings.default'), original] as const] : [])];
  return (
    <dl className="ma-setting-values">
      {values.map(([label, one]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <SettingValue schema={schema} value={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface SettingRowProps {
  readonly setting: SettingView;
  /** Loads the settings again. */
  readonly onStale: () => void;
}

/** A setting: what it is, its value, its default, and the actions on it. */
export function SettingRow({ setting, onStale }: SettingRowProps) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'reset' | undefined>(undefined);
  const { name, description, schema, hasDefault, isDefault, problems } = setting;
  const isChanged = hasDefault && !isDefault;
  const close = () => setOpenDialog(undefined);
  return (
    <li className="ma-setting-row" data-setting={setting.key}>
      <div className="ma-text">
        <h3 className="ma-name ma-setting-name">
          {name} <StatePill setting={setting} isChanged={isChanged} />
        </h3>
        {description !== undefined && <p className="ma-note">{description}</p>}
        {problems.length > 0 && <p className="ma-problem">{t('settings.invalidHelp', { problems: problems.join(' ') })}</p>}
        <Values setting={setting} isChanged={isChanged && problems.length === 0} />
        <DotLine className="ma-setting-origin" parts={originOf(setting)} />
        {schema === null && <p className="ma-setting-origin">{t('settings.noSchema')}</p>}
      </div>
      {schema !== null && (
        <div className="ma-setting-actions">
          {isChanged && (
            <Button size="sm" variant="quiet" aria-label={t('settings.resetOf', { name })} onClick={() => setOpenDialog('reset')}>
              {t('settings.reset')}
            </Button>
          )}
          <Button size="sm" aria-label={t('settings.editOf', { name })} onClick={() => setOpenDialog('edit')}>
            {t('settings.edit')}
          </Button>
        </div>
      )}
      {openDialog === 'edit' && <EditDialog setting={setting} onStale={onStale} onClose={close} />}
      {openDialog === 'reset' && <ResetDialog setting={setting} onStale={onStale} onClose={close} />}
    </li>
  );
}
