import { Checkbox, Select } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { IMPORT_DELIMITERS, IMPORT_ENCODINGS, type ImportView } from '#engine/model/wire';
import { routePrefix, useSession } from '../../client/index.ts';
import { Button, ButtonLink, Card, t, type TextKey } from '../../kit/index.ts';
import { describeFile } from './describe-import.ts';
import type { ImportEdits } from './use-import-edits.ts';
import { StepHeading } from './wizard-steps.tsx';

const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

interface ChoiceProps {
  readonly label: TextKey;
  readonly value: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      allowDeselect={false}
      label={t(label)}
      value={value}
      data={data}
      onChange={(next) => {
        if (next !== null && next !== value) onChange(next);
      }}
    />
  );
}

/** The first rows as they are read: names of columns with examples. */
function Sample({ view }: { readonly view: ImportView }) {
  const lines = Math.max(0, ...view.columns.map(({ samples }) => samples.length));
  return (
    <div className="iw-scroll" tabIndex={0} role="region" aria-label={t('imports.file.sample')}>
      <table className="iw-table">
        <thead>
          <tr>
            {view.columns.map(({ index, header }) => (
              <th key={index} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.min(lines, 3) }, (_, line) => (
            <tr key={line}>
              {view.columns.map(({ index, samples }) => (
                <td key={index}>{samples[line] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FileStepProps {
  readonly view: ImportView;
  readonly edits: ImportEdits;
  readonly onNext: () => void;
}

/** How the file is read, as found; a change reads it again, and its columns are proposed again. */
export function FileStep({ view, edits, onNext }: FileStepProps) {
  const { file } = view;
  const user = useSession((session) => session.user);
  const { encoding = file.encoding, delimiter = file.delimiter, header = file.header, sheet = file.sheet } = edits.edits.file ?? {};
  const read = (more: NonNullable<typeof edits.edits.file>) => edits.change({ file: { ...edits.edits.file, ...more } });
  const again = `${routePrefix(user)}/imports/new?module=${encodeURIComponent(view.module)}`;
  return (
    <div className="iw-body">
      <StepHeading step="file">{t('imports.file.readTitle')}</StepHeading>
      <Card className="iw-card">
        <div className="iw-line">
          <strong className="iw-grow">{describeFile(file)}</strong>
          <ButtonLink href={again} size="sm" icon={FileUp}>
            {t('imports.file.other')}
          </ButtonLink>
        </div>
        <p className="iw-note">{t('imports.file.found', { count: view.rows })}</p>
        <div className="iw-choices">
          {encoding !== null && (
            <Choice
              label="imports.file.encoding"
              value={encoding}
              data={IMPORT_ENCODINGS.map((value) => ({ value, label: t(`imports.encodings.${value}`) }))}
              onChange={(next) => read({ encoding: IMPORT_ENCODINGS.find((one) => one === next) ?? encoding })}
            />
          )}
          {delimiter !== null && (
            <Choice
              label="imports.file.delimiter"
              value={delimiter}
              data={IMPORT_DELIMITERS.map((value) => ({ value, label: t(`imports.delimiters.${DELIMITER_NAMES[value]}`) }))}
              onChange={(next) => read({ delimiter: IMPORT_DELIMITERS.find((one) => one === next) ?? delimiter })}
            />
          )}
          {sheet !== null && (
            <Choice
              label="imports.file.sheet"
              value={sheet}
              data={file.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(next) => read({ sheet: next })}
            />
          )}
        </div>
        {file.format !== 'ndjson' && (
          <Checkbox checked={header} label={t('imports.file.header')} onChange={(event) => read({ header: event.currentTarget.checked })} />
        )}
        <Sample view={view} />
      </Card>
      <div className="iw-foot">
        <Button variant="primary" loading={edits.isSaving} onClick={onNext}>
          {t('imports.toColumns')}
        </Button>
      </div>
    </div>
  );
}
