import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import { ErrorState, findIcon, Icon, SearchInput, SkeletonRows, t } from '../../../kit/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { FieldRights } from './field-rights.tsx';
import { fieldOf, type RightChange } from './right-changes.ts';
import { matchesText, useModulesWithField } from './find-fields.ts';
import { RowRules } from './row-rules.tsx';
import {
  applyPreset,
  LEVEL_RIGHTS,
  LEVELS,
  OWN_RECORDS,
  listLimitedFields,
  PRESETS,
  readModuleLevels,
  setAccess,
  setRight,
  setSensitive,
  YES_NO_RIGHTS,
  type LevelRight,
  type ModuleLevels,
} from './role-rights.ts';

export interface RightsMatrixProps {
  readonly role: JsonObject;
  /** Without the changes of the draft; undefined: the role is new. */
  readonly published: JsonObject | undefined;
  /** The change that a link placed, or the right that it leads to: its module is shown. */
  readonly placed?: RightChange | undefined;
  readonly onChange: (role: JsonObject) => void;
}

/** All modules with the rights of a role on them; a module opens to its fields. */
export function RightsMatrix({ role, published, placed, onChange }: RightsMatrixProps) {
  const { list, error, retry } = useDefinitions('module');
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<string>();
  const wanted = words.trim().toLowerCase();
  const found = useModulesWithField(list ?? [], wanted);
  if (error !== undefined && list === undefined)
    return <ErrorState compact title={t('studioRoles.failed')} text={error.message} code={error.code} onRetry={retry} />;
  if (list === undefined) return <SkeletonRows rows={10} columns={6} height={36} />;
  const present = list.filter(({ action, module }) => action !== 'removed' && module?.active !== false);
  const modules = present.filter((one) => matchesText(one, wanted) || found.ids.has(one.id));
  // The first module that is there for one of its fields shows them.
  const firstFound = modules.find((one) => !matchesText(one, wanted))?.id;
  return (
    <>
      <SearchInput
        label={t('studioRoles.findModule')}
        value={words}
        onChange={(next) => {
          setWords(next);
          setOpen(undefined);
        }}
      />
      <div className="st-scroll" tabIndex={0} role="group" aria-label={t('studioRoles.tabs.rights')}>
        <table className="st-table st-matrix">
          <thead>
            <tr>
              {(['module', 'access', ...LEVEL_RIGHTS, ...YES_NO_RIGHTS, 'sensitive', 'preset'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`studioRoles.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {modules.map((module) => {
              const own = placed?.module === module.name ? placed : undefined;
              // Until another module was opened, the fields with the placed change are.
              const isPlaced = own !== undefined && fieldOf(own) !== undefined;
              const isOpen = open === undefined ? isPlaced || module.id === firstFound : open === module.id;
              return (
                <ModuleRows
                  key={module.id}
                  module={module}
                  role={role}
                  published={published}
                  placed={own}
                  words={found.ids.has(module.id) ? wanted : ''}
                  isOpen={isOpen}
                  onOpen={() => setOpen(isOpen ? NONE : module.id)}
                  onChange={onChange}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {modules.length === 0 && <p className="st-note">{t(found.isLoading ? 'studioRoles.searching' : 'studioRoles.noModule')}</p>}
      {found.error !== undefined && (
        <p className="st-problem" role="alert">
          {found.error.message}
        </p>
      )}
    </>
  );
}

/** No module is open. */
const NONE = '';

/** Shows the module with a placed change. */
function showRow(row: HTMLTableRowElement | null): void {
  row?.scrollIntoView({ block: 'center' });
}

const COLUMNS = 4 + LEVEL_RIGHTS.length + YES_NO_RIGHTS.length;

interface ModuleRowsProps extends RightsMatrixProps {
  readonly module: ListedDefinition;
  /** Its fields with these words come first; '' for none. */
  readonly words: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function ModuleRows({ module, role, published, placed, words, isOpen, onOpen, onChange }: ModuleRowsProps) {
  const { name, label } = module;
  const levels = readModuleLevels(role, name);
  const before = published === undefined ? undefined : readModuleLevels(published, name);
  const limited = listLimitedFields(role, name).length;
  const cell = (right: keyof ModuleLevels) => ({ 'data-changed': (before !== undefined && before[right] !== levels[right]) || undefined });
  const yesNo = (right: 'access' | 'sensitive' | (typeof YES_NO_RIGHTS)[number], change: (value: boolean) => JsonObject) => (
    <td key={right} {...cell(right)}>
      <label className="st-check">
        <input
          type="checkbox"
          aria-label={t('studioRoles.rightOn', { right: t(`studioRoles.columns.${right}`), module: label })}
          checked={levels[right]}
          onChange={(event) => onChange(change(event.currentTarget.checked))}
        />
      </label>
    </td>
  );
  return (
    <>
      <tr ref={placed && showRow} data-refused={!levels.access || undefined} data-placed={placed !== undefined || undefined}>
        <th scope="row">
          <button type="button" className="st-expand" aria-expanded={isOpen} onClick={onOpen}>
            <Icon of={isOpen ? ChevronDown : ChevronRight} />
            <Icon of={findIcon(module.module?.icon ?? '')} />
            {label}
            {words !== '' && <span className="ms-count">{t('studioRoles.hasField')}</span>}
            {limited > 0 && <span className="ms-count">{t('studioRoles.limited', { count: limited })}</span>}
          </button>
        </th>
        {yesNo('access', (value) => setAccess(role, name, value))}
        {LEVEL_RIGHTS.map((right) => (
          <td key={right} {...cell(right)}>
            <LevelSelect
              label={t('studioRoles.rightOn', { right: t(`studioRoles.columns.${right}`), module: label })}
              level={levels[right]}
              onChange={(level) => onChange(setRight(role, name, right, level === 'Rule' ? { filter: OWN_RECORDS } : level))}
            />
          </td>
        ))}
        {YES_NO_RIGHTS.map((right) => yesNo(right, (value) => setRight(role, name, right, value)))}
        {yesNo('sensitive', (value) => setSensitive(role, name, value))}
        <td>
          <select
            className="st-level"
            aria-label={t('studioRoles.presetOf', { module: label })}
            value=""
            onChange={({ currentTarget }) => {
              const preset = PRESETS.find((one) => one === currentTarget.value);
              if (preset !== undefined) onChange(applyPreset(role, name, preset));
            }}
          >
            <option value="">{t('studioRoles.choose')}</option>
            {PRESETS.map((preset) => (
              <option key={preset} value={preset}>
                {t(`studioRoles.presets.${preset}`)}
              </option>
            ))}
          </select>
        </td>
      </tr>
      {LEVEL_RIGHTS.some((right) => levels[right] === 'Rule') && (
        <tr>
          <td colSpan={COLUMNS}>
            <RowRules module={module} role={role} onChange={onChange} />
          </td>
        </tr>
      )}
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS}>
            <FieldRights
              module={module}
              role={role}
              published={published}
              words={words}
              placedField={placed && fieldOf(placed)}
              onChange={onChange}
            />
          </td>
        </tr>
      )}
    </>
  );
}

interface LevelSelectProps {
  readonly label: string;
  readonly level: ModuleLevels[LevelRight];
  readonly onChange: (level: ModuleLevels[LevelRight]) => void;
}

const OFFERED = [...LEVELS, 'Rule'] as const;

/** A level, with its shape before the word. */
const LevelSelect = memo(function LevelSelect({ label, level, onChange }: LevelSelectProps) {
  return (
    <span className="st-level-box" data-level={level}>
      <select
        className="st-level"
        aria-label={label}
        value={level}
        onChange={({ currentTarget }) => {
          const next = OFFERED.find((one) => one === currentTarget.value);
          if (next !== undefined) onChange(next);
        }}
      >
        {OFFERED.map((one) => (
          <option key={one} value={one}>
            {t(`studioRoles.levels.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
});
