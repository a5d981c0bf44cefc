import { Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { SettingView } from '#engine/model/wire';
import { getSettings, queryKeys, type ApiError } from '../../../client/index.ts';
import { humanizeName } from '../../../headless/form/index.ts';
import { Button, Card, EmptyState, ErrorState, Icon, PageHeader, SkeletonRows, t } from '../../../kit/index.ts';
import { SettingRow } from './setting-row.tsx';
import '../entries.css';
import './settings.css';

const FIRST_SECTION = 'general-settings';

interface Choice {
  readonly words: string;
  readonly onlyChanged: boolean;
}

const EVERYTHING: Choice = { words: '', onlyChanged: false };

function isChosen(
  { name, description = '', key, plugin = '', hasDefault, isDefault }: SettingView,
  { words, onlyChanged }: Choice,
): boolean {
  if (onlyChanged && (isDefault || !hasDefault)) return false;
  const text = `${name} ${description} ${key} ${plugin}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The chosen settings by section: the general ones first. */
function groupSettings(settings: readonly SettingView[], choice: Choice): readonly (readonly [string, readonly SettingView[]])[] {
  const groups = new Map<string, SettingView[]>();
  for (const setting of settings.filter((one) => isChosen(one, choice)))
    groups.set(setting.section, [...(groups.get(setting.section) ?? []), setting]);
  const rank = (section: string): string => (section === FIRST_SECTION ? '' : section);
  return [...groups]
    .sort(([one], [other]) => rank(one).localeCompare(rank(other)))
    .map(([section, list]) => [section, list.sort((one, other) => one.name.localeCompare(other.name))]);
}

interface SettingListProps {
  readonly choice: Choice;
  readonly onClear: () => void;
}

function SettingList({ choice, onClear }: SettingListProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<readonly SettingView[], ApiError>({
    queryKey: queryKeys.settings(),
    queryFn: ({ signal }) => getSettings(signal),
  });
  const groups = useMemo(() => groupSettings(data ?? [], choice), [data, choice]);
  // Screens read the public settings too, such as the time zone.
  const refresh = () => {
    for (const queryKey of [queryKeys.settings(), queryKeys.shell(), queryKeys.publicSettings()])
      void client.invalidateQueries({ queryKey });
  };
  if (error && data === undefined)
    return <ErrorState compact title={t('settings.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} columns={2} height={96} />;
  if (groups.length === 0)
    return (
      <EmptyState
        title={t('settings.none')}
        help={t('settings.noneHelp')}
        actions={<Button onClick={onClear}>{t('settings.clear')}</Button>}
      />
    );
  return groups.map(([section, list]) => (
    <Card key={section} title={humanizeName(section)} note={t('settings.found', { count: list.length })}>
      <ul className="ma-setting-list">
        {list.map((setting) => (
          <SettingRow key={setting._id} setting={setting} onStale={refresh} />
        ))}
      </ul>
    </Card>
  ));
}

/** `/admin/settings`: the settings of the product and its plugins, each with a form that its schema describes. */
export function SettingsPage() {
  const [choice, setChoice] = useState(EVERYTHING);
  useEffect(() => {
    document.title = `${t('settings.title')} · ${t('product')}`;
  }, []);
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('settings.help')}</p>
        <div className="ma-setting-tools">
          <TextInput
            type="search"
            className="ma-setting-search"
            aria-label={t('settings.search')}
            placeholder={t('settings.search')}
            leftSection={<Icon of={Search} size={14} />}
            maxLength={200}
            value={choice.words}
            onChange={(event) => setChoice({ ...choice, words: event.currentTarget.value })}
          />
          <Switch
            size="xs"
            label={t('settings.onlyChanged')}
            checked={choice.onlyChanged}
            onChange={(event) => setChoice({ ...choice, onlyChanged: event.currentTarget.checked })}
          />
        </div>
        <SettingList choice={choice} onClear={() => setChoice(EVERYTHING)} />
      </div>
    </>
  );
}
