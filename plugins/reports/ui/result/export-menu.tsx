import { Download, FileSpreadsheet, Image } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { Button, downloadFromApi, drawPicture, getErrorMessage, Menu, saveFile, showNotice } from '#ui';
import { tReports } from '../texts.ts';

type Format = 'csv' | 'xlsx';
type SavedFile = Parameters<typeof saveFile>[0];

interface ExportMenuProps {
  readonly name: string;
  /** Id of the stored report; absent: it is new. */
  readonly reportId: string | undefined;
  /** Id of the stored chart that is shown; absent: the report. */
  readonly chartId: string | undefined;
  /** What is shown differs from what is stored: the files of the server would differ too. */
  readonly isUnsaved: boolean;
  /** It lists records instead of figures. */
  readonly isList: boolean;
  readonly hasChart: boolean;
  readonly picture: RefObject<HTMLDivElement | null>;
}

/** A name without characters that file systems refuse. */
function toFileName(name: string): string {
  return name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || tReports('untitled');
}

/** Files of a report: the chart as a picture, the figures or records as CSV and XLSX. */
export function ExportMenu({ name, reportId, chartId, isUnsaved, isList, hasChart, picture }: ExportMenuProps) {
  const [isBusy, setBusy] = useState(false);
  const run = (make: () => Promise<SavedFile>, explain: (error: unknown) => string) => {
    setBusy(true);
    make()
      .then(
        (made) => void saveFile(made),
        (error: unknown) => void showNotice({ kind: 'error', text: explain(error) }),
      )
      .finally(() => setBusy(false));
  };
  const route = chartId === undefined ? `/api/reports/${reportId ?? ''}` : `/api/report-charts/${chartId}`;
  const download = (format: Format) =>
    run(
      () => downloadFromApi('GET', `${route}/export`, { query: { format } }),
      (error) => tReports('exportFailed', { reason: getErrorMessage(error) }),
    );
  const draw = () => {
    const chart = picture.current?.querySelector('.ch-chart');
    if (!chart) return;
    run(
      async () => ({ file: await drawPicture(chart, name), name: `${toFileName(name)}.png` }),
      () => tReports('pictureFailed'),
    );
  };
  const isBlocked = reportId === undefined || isUnsaved;
  const file = (format: Format) => ({
    id: format,
    label: tReports(isList ? `${format}Records` : format),
    icon: FileSpreadsheet,
    disabled: isBlocked,
    ...(isBlocked ? { trailing: <span className="rp-hint">{tReports('saveFirst')}</span> } : {}),
    onSelect: () => download(format),
  });
  const items = [...(hasChart ? [{ id: 'png', label: tReports('picture'), icon: Image, onSelect: draw }] : []), file('csv'), file('xlsx')];
  return (
    <Menu
      label={tReports('export')}
      target={
        <Button size="sm" variant="quiet" icon={Download} loading={isBusy}>
          {tReports('export')}
        </Button>
      }
      groups={[{ id: 'files', items }]}
    />
  );
}
