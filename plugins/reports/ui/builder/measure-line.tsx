import { Plus, X } from 'lucide-react';
import type { ModuleView } from '#engine/model';
import { Button, IconButton, lowercaseLabel } from '#ui';
import type { StoredFigure } from '../../shared/stored-report.ts';
import { tReports } from '../texts.ts';
import { Choice } from './choice.tsx';
import type { SourcedProps } from './contract.ts';
import { listKinds, listMeasureFields, readChartOf, readReportOf, setValues, storeFigures } from './definition.ts';
import { Line } from './line.tsx';

/** As many as the server computes. */
const MAX_MEASURES = 9;
const COUNT: StoredFigure = { kind: 'count', field: undefined };
const OF_RECORDS = '';

interface MeasureProps {
  readonly source: ModuleView;
  readonly figure: StoredFigure;
  readonly at: number;
  readonly onChange: (figure: StoredFigure) => void;
  readonly onRemove: (() => void) | undefined;
}

function MeasureChoices({ source, figure, at, onChange, onRemove }: MeasureProps) {
  const fields = listMeasureFields(source, figure.kind);
  const records = tReports('ofRecords', { records: lowercaseLabel(source.label) });
  const choose = (kind: string) => {
    const possible = listMeasureFields(source, kind);
    const stays = possible.some(({ value }) => value === figure.field);
    // A share is of the number of records unless a field is chosen.
    onChange({ kind, field: stays ? figure.field : kind === 'share' ? undefined : possible[0]?.value });
  };
  return (
    <span className="rp-part">
      <Choice
        label={tReports('measureAt', { at: at + 1 })}
        width={150}
        data={listKinds(source).map((kind) => ({ value: kind, label: tReports(`kinds.${kind}`) }))}
        value={figure.kind}
        onChange={choose}
      />
      {figure.kind === 'count' ? (
        <span className="rp-word">{records}</span>
      ) : (
        <Choice
          label={tReports('fieldAt', { at: at + 1 })}
          placeholder={figure.kind === 'share' ? records : tReports('chooseField')}
          isSearchable
          data={figure.kind === 'share' ? [{ value: OF_RECORDS, label: records }, ...fields] : fields}
          value={figure.field}
          onChange={(field) => onChange({ ...figure, field: field === OF_RECORDS ? undefined : field })}
        />
      )}
      {onRemove && <IconButton icon={X} size="sm" label={tReports('removeMeasure', { at: at + 1 })} onClick={onRemove} />}
    </span>
  );
}

/** The measure of the chart if it has its own, else those of the report. */
export function MeasureLine({ editor, chart, source }: SourcedProps) {
  const own = chart?.isShown === true ? readChartOf(chart.editor.form).figure : undefined;
  const { figures } = readReportOf(editor.form);
  if (chart !== undefined && own !== undefined)
    return (
      <Line label={tReports('measure')} issues={chart.editor.form.issues['dataValueField']}>
        <MeasureChoices
          source={source}
          figure={own}
          at={0}
          onChange={({ kind, field }) => setValues(chart.editor.form, { dataValueType: kind, dataValueField: field })}
          onRemove={undefined}
        />
      </Line>
    );
  const shown = figures.length === 0 ? [COUNT] : figures;
  const set = (next: readonly StoredFigure[]) => editor.form.setValue('aggregates', storeFigures(next));
  return (
    <Line label={tReports('measure')} issues={editor.form.issues['aggregates']}>
      {shown.map((figure, at) => (
        <MeasureChoices
          key={at}
          source={source}
          figure={figure}
          at={at}
          onChange={(next) => set(shown.map((one, place) => (place === at ? next : one)))}
          onRemove={shown.length > 1 ? () => set(shown.filter((_, place) => place !== at)) : undefined}
        />
      ))}
      {shown.length < MAX_MEASURES && (
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => set([...shown, nextMeasure(source, shown)])}>
          {tReports('addMeasure')}
        </Button>
      )}
    </Line>
  );
}

/** A measure that is not shown yet: the sum of a number, else the count, else a share. */
function nextMeasure(source: ModuleView, shown: readonly StoredFigure[]): StoredFigure {
  const isShown = (kind: string, field: string | undefined) => shown.some((one) => one.kind === kind && one.field === field);
  const number = listMeasureFields(source, 'sum').find(({ value }) => !isShown('sum', value));
  if (number !== undefined) return { kind: 'sum', field: number.value };
  return isShown('count', undefined) ? { kind: 'share', field: undefined } : COUNT;
}
