import { FileInput } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Button, callApi, getErrorMessage, showNotice } from '#ui';
import { tCalendar } from './texts.ts';

const MAX_BYTES = 1_000_000;

interface ImportResult {
  readonly created: number;
  readonly existing: number;
  readonly refused: readonly { readonly title: string; readonly text: string }[];
  readonly batchId?: string;
}

function ImportReport({ result }: { readonly result: ImportResult }) {
  const { created, existing, refused, batchId } = result;
  const [isUndone, setUndone] = useState(false);
  const undo = async (): Promise<void> => {
    try {
      await callApi('POST', `/api/batches/${encodeURIComponent(batchId ?? '')}/undo`, { body: {} });
      setUndone(true);
      showNotice({ kind: 'ok', text: tCalendar('undone') });
    } catch (failure) {
      showNotice({ kind: 'error', text: getErrorMessage(failure) });
    }
  };
  return (
    <div role="status" className="cl-section">
      <p>
        {tCalendar('created', { count: created })}
        {existing > 0 && ` ${tCalendar('existing', { count: existing })}`}
      </p>
      {refused.length > 0 && (
        <>
          <p>{tCalendar('refused', { count: refused.length })}</p>
          <ul className="cl-list">
            {refused.map(({ title, text }, at) => (
              <li key={at}>
                <span>{title}</span>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {batchId !== undefined && !isUndone && (
        <div>
          <Button onClick={() => void undo()}>{tCalendar('undo')}</Button>
        </div>
      )}
    </div>
  );
}

/** Imports an iCalendar file, and says what was imported and what was not. */
export function IcsImport() {
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<ImportResult>();
  const [problem, setProblem] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const choose = (next: File | undefined) => {
    setFile(next);
    setResult(undefined);
    setProblem(next !== undefined && next.size > MAX_BYTES ? tCalendar('tooLarge') : undefined);
  };
  const run = async (chosen: File): Promise<void> => {
    setRunning(true);
    try {
      setResult(await callApi<ImportResult>('POST', '/api/calendar-events/import-ics', { body: { text: await chosen.text() } }));
    } catch (failure) {
      setProblem(getErrorMessage(failure));
    }
    setRunning(false);
  };
  const isReady = file !== undefined && problem === undefined && result === undefined;
  return (
    <section className="cl-section" aria-labelledby="cl-import">
      <h2 id="cl-import">{tCalendar('import')}</h2>
      <p>{tCalendar('importHelp')}</p>
      <FileInput
        className="cl-file"
        label={tCalendar('file')}
        placeholder={tCalendar('chooseFile')}
        accept=".ics,text/calendar"
        leftSection={<CalendarDays size={16} aria-hidden />}
        value={file ?? null}
        error={problem}
        onChange={(next) => choose(next ?? undefined)}
      />
      <div>
        <Button
          variant="primary"
          loading={isRunning}
          disabled={!isReady}
          onClick={() => {
            if (file !== undefined) void run(file);
          }}
        >
          {isRunning ? tCalendar('importing') : tCalendar('startImport')}
        </Button>
      </div>
      {result && <ImportReport result={result} />}
    </section>
  );
}
