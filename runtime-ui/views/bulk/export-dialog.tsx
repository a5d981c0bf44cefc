import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { lowercaseLabel, type JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { EXPORT_JOB_DAYS, EXPORT_JOB_RECORDS } from '#engine/model/wire';
import { exportRecords, routePrefix, startExportJob, useSession, type ExportInput } from '../../client/index.ts';
import { findField, useLocalPreference, type ListHandle } from '../../headless/index.ts';
import { Button, Dialog, showNotice, t, useGoTo } from '../../kit/index.ts';
import { useAction } from '../use-action.ts';
import '../styles/export.css';

const FORMATS = ['xlsx', 'csv'] as const;
const VALUES = ['labels', 'raw'] as const;

type Format = (typeof FORMATS)[number];
type Values = (typeof VALUES)[number];

const isFormat = (value: JsonValue): value is Format => FORMATS.some((one) => one === value);
const isValues = (value: JsonValue): value is Values => VALUES.some((one) => one === value);

interface ExportDialogProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** The selected records; undefined: all of the list. */
  readonly ids?: readonly string[] | undefined;
  /** Number of records of the list; undefined: not known yet. */
  readonly total: number | undefined;
  readonly onClose: () => void;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly help?: string;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, help, onChange }: ChoiceProps<Value>): ReactNode {
  return (
    <div className="me-choice">
      <span className="me-choice-label">{label}</span>
      <SegmentedControl
        aria-label={label}
        fullWidth
        value={value}
        data={[...options]}
        onChange={(next) => {
          const chosen = options.find((one) => one.value === next);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      />
      {help !== undefined && <p className="me-choice-help">{help}</p>}
    </div>
  );
}

/** The fields of the columns of a list, in their order. */
function listShownFields(module: ModuleView, list: ListHandle): readonly FieldView[] {
  const names = list.columns.flatMap(({ shown, item }) => (shown && item.field !== undefined ? [item.field.fieldName] : []));
  return [...new Set(names)].flatMap((name) => findField(module, name) ?? []);
}

function listAllFields(module: ModuleView): readonly FieldView[] {
  return module.fields.filter((field) => field.deleted !== true && field.fieldName !== 'deleted' && field.rights.read !== 'none');
}

/** What to export from a list or a selection: the file, its columns, and how values are written. Chosen once, it is offered again. */
export function ExportDialog({ module, list, ids, total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useLocalPreference<Format>('export.format', 'xlsx', isFormat);
  const [values, setValues] = useLocalPreference<Values>('export.values', 'labels', isValues);
  const [columns, setColumns] = useState<'shown' | 'all'>('shown');
  const [withSensitive, setWithSensitive] = useState(false);
  const action = useAction();
  const isLarge = (ids?.length ?? total ?? 0) > EXPORT_JOB_RECORDS;
  const [chosenJob, setAsJob] = useState<boolean>();
  // The number of records may be known later than the dialog is opened.
  const asJob = chosenJob ?? isLarge;
  const user = useSession((session) => session.user);
  const goTo = useGoTo();
  const shown = listShownFields(module, list);
  const fields = columns === 'shown' ? shown : listAllFields(module);
  const sensitive = fields.filter((field) => field.sensitive === true);
  const isWhole = ids === undefined || ids.length === total;
  const count = (ids?.length ?? total)?.toLocaleString('en-US') ?? '';
  const run = () => {
    const { searchTerms, sortField, sortOrder, thenBy, search } = list.query;
    const input: ExportInput = {
      format,
      values,
      fields: fields.filter((field) => withSensitive || field.sensitive !== true).map(({ fieldName }) => fieldName),
      ...(searchTerms === undefined ? {} : { searchTerms }),
      ...(sortField === undefined ? {} : { sortField }),
      ...(sortOrder === undefined ? {} : { sortOrder }),
      ...(thenBy === undefined ? {} : { thenBy }),
      ...(typeof search === 'string' ? { search } : {}),
      ...(isWhole ? {} : { ids }),
    };
    const href = `${routePrefix(user)}/exports`;
    action.run(async () => {
      if (asJob) {
        await startExportJob(module.name, input);
        showNotice({ kind: 'ok', text: t('exports.started'), action: { label: t('exports.show'), onPress: () => goTo(href) } });
      } else showNotice({ kind: 'ok', text: t('exports.done', { file: await exportRecords(module.path, input) }) });
      onClose();
    });
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={t('exports.title', { count, module: lowercaseLabel(module.label) })}
      onCancel={onClose}
      dirty={false}
      actions={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button variant="primary" loading={action.isBusy} onClick={run}>
            {t('exports.run')}
          </Button>
        </>
      }
    >
      <div className="me-form">
        <Choice
          label={t('exports.format')}
          value={format}
          options={FORMATS.map((value) => ({ value, label: t(`exports.${value}`) }))}
          onChange={setFormat}
        />
        <Choice
          label={t('exports.columns')}
          value={columns}
          options={[
            { value: 'shown', label: t('exports.shown', { count: shown.length }) },
            { value: 'all', label: t('exports.all') },
          ]}
          onChange={setColumns}
        />
        <Choice
          label={t('exports.values')}
          value={values}
          options={VALUES.map((value) => ({ value, label: t(`exports.${value}`) }))}
          help={t(values === 'raw' ? 'exports.rawHelp' : 'exports.labelsHelp')}
          onChange={setValues}
        />
        {sensitive.length > 0 && (
          <Checkbox
            checked={withSensitive}
            label={t('exports.sensitive', { fields: sensitive.map(({ label }) => label).join(', ') })}
            description={t('exports.sensitiveHelp')}
            onChange={(event) => setWithSensitive(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          checked={asJob}
          label={t('exports.asJob')}
          description={t('exports.asJobHelp', { days: EXPORT_JOB_DAYS })}
          onChange={(event) => setAsJob(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
