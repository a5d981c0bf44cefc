import { Select, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SettingView } from '#engine/model/wire';
import { getSettings, queryKeys, type ApiError } from '../../../client/index.ts';
import { humanizeName } from '../../../headless/form/index.ts';
import { Button, Card, EmptyState, ErrorState, Icon, PageHeader, SearchInput, SkeletonRows, t, usePageTitle } from '../../../kit/index.ts';
import { SettingRow } from './setting-row.tsx';
import '../entries.css';
import './settings.css';

const LIST = '/admin/settings';
const FIRST_SECTION = 'general-settings';
const ALL_SECTIONS = '';

interface Choice {
  /** The name of a section; undefined: all. */
  readonly section: string | undefined;
  readonly words: string;
  readonly onlyChanged: boolean;
}

const NO_SEARCH: Omit<Choice, 'section'> = { words: '', onlyChanged: false };

function isChosen(
  { name, description = '', key, plugin = '', section, hasDefault, isDefault }: SettingView,
  { section: chosen = section, words, onlyChanged }: Choice,
): boolean {
  if (chosen !== section) return false;
  if (onlyChanged && (isDefault || !hasDefault)) return false;
  const text = `${name} ${description} ${key} ${plugin}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The general ones first. */
function compareSections(one: string, other: string): number {
  const rank = (section: string): string => (section === FIRST_SECTION ? '' : section);
  return rank(one).localeCompare(rank(other));
}

/** The chosen settings by section. */
function groupSettings(settings: readonly SettingView[], choice: Choice): readonly (readonly [string, readonly SettingView[]])[] {
  const groups = new Map<string, SettingView[]>();
  for (const setting of settings.filter((one) => isChosen(one, choice)))
    groups.set(setting.section, [...(groups.get(setting.section) ?? []), setting]);
  return [...groups]
    .sort(([one], [other]) => compareSections(one, other))
    .map(([section, list]) => [section, list.sort((one, other) => one.name.localeCompare(other.name))]);
}

interface SettingListProps {
  readonly choice: Choice;
  readonly onClear: () => void;
}

function useSettings() {
  return useQuery<readonly SettingView[], ApiError>({ queryKey: queryKeys.settings(), queryFn: ({ signal }) => getSettings(signal) });
}

function SettingList({ choice, onClear }: SettingListProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useSettings();
  const groups = groupSettings(data ?? [], choice);
  // Screens read the public settings too, such as the time zone.
  const refresh = () => {
    for (const queryKey of [queryKeys.settings(), queryKeys.shell(), queryKeys.publicSettings()])
      void client.invalidateQueries({ queryKey });
  };
  if (error && data === undefined)
    return <ErrorState compact title={t('settings.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} columns={2} height={96} />;
  if (groups.length === 0) {
    const isUnknown = choice.section !== undefined && data.every(({ section }) => section !== choice.section);
    return (
      <EmptyState
        title={t('settings.none')}
        help={t(isUnknown ? 'settings.noSection' : 'settings.noneHelp')}
        actions={<Button onClick={onClear}>{t('settings.clear')}</Button>}
      />
    );
  }
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

interface SectionSelectProps {
  readonly section: string | undefined;
  readonly onChange: (section: string | undefined) => void;
}

function SectionSelect({ section, onChange }: SectionSelectProps) {
  const { data } = useSettings();
  const sections = [...new Set(data?.map((setting) => setting.section))].sort(compareSections);
  return (
    <Select
      className="ma-setting-section"
      aria-label={t('settings.section')}
      data={[
        { value: ALL_SECTIONS, label: t('settings.allSections') },
        ...sections.map((value) => ({ value, label: humanizeName(value) })),
      ]}
      value={section ?? ALL_SECTIONS}
      rightSection={<Icon of={ChevronDown} />}
      allowDeselect={false}
      onChange={(next) => onChange(next === ALL_SECTIONS ? undefined : (next ?? undefined))}
    />
  );
}

/**
 * `/admin/settings` and `/admin/settings/<section>`: the settings of the product and its plugins, each with a form that its
 * schema describes.
 */
export function SettingsPage() {
  const { section } = useParams();
  const navigate = useNavigate();
  const [search, setSearch] = useState(NO_SEARCH);
  const openSection = (next: string | undefined) => void navigate(next === undefined ? LIST : `${LIST}/${encodeURIComponent(next)}`);
  usePageTitle(section === undefined ? t('settings.title') : `${humanizeName(section)} · ${t('settings.title')}`);
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('settings.help')}</p>
        <div className="ma-setting-tools">
          <SearchInput
            label={t('settings.search')}
            maxLength={200}
            value={search.words}
            onChange={(words) => setSearch({ ...search, words })}
          />
          <SectionSelect section={section} onChange={openSection} />
          <Switch
            size="xs"
            label={t('settings.onlyChanged')}
            checked={search.onlyChanged}
            onChange={(event) => setSearch({ ...search, onlyChanged: event.currentTarget.checked })}
          />
        </div>
        <SettingList
          choice={{ ...search, section }}
          onClear={() => {
            setSearch(NO_SEARCH);
            openSection(undefined);
          }}
        />
      </div>
    </>
  );
}
