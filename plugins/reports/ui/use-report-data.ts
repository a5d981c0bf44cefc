import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, callApi } from '#ui';
import type { PreviewInput, ReportData, ReportEstimate } from '../shared/contract.ts';

/** Milliseconds after the last change before figures are requested. */
const DEBOUNCE_MS = 400;

/** The figures of a report as far as they are known: the last ones stay while newer ones are loaded. */
export interface LoadedReport {
  readonly data: ReportData | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly estimate: ReportEstimate | undefined;
  readonly refetch: () => void;
}

type Loaded = Pick<LoadedReport, 'data' | 'error' | 'estimate'> & { readonly key: string };

const NOTHING: Loaded = { key: '', data: undefined, error: undefined, estimate: undefined };

/** Whether an error says that the reader may not see a report, or that it is gone. */
export const isDenied = ({ status }: ApiError): boolean => status === 403 || status === 404;

/** A request for figures, and for what they cost. */
interface FiguresRequest {
  readonly path: string;
  readonly body: object;
  readonly estimate?: PreviewInput;
}

async function load({ path, body, estimate }: FiguresRequest, signal: AbortSignal) {
  const [data, cost] = await Promise.all([
    callApi<ReportData>('POST', path, { body, signal }),
    // Figures without an estimate are still figures.
    estimate === undefined
      ? undefined
      : callApi<ReportEstimate>('POST', '/api/reports/estimate', { body: estimate, signal }).catch(() => undefined),
  ]);
  return { data, estimate: cost };
}

/** Requests figures shortly after the last change: one request at a time, the one before is cancelled. */
export function useReportData(request: FiguresRequest | undefined): LoadedReport {
  const [loaded, setLoaded] = useState(NOTHING);
  const [revision, setRevision] = useState(0);
  const text = request === undefined ? '' : JSON.stringify(request);
  const key = text === '' ? '' : `${revision}:${text}`;
  const isFirst = useRef(true);
  useEffect(() => {
    if (text === '') return;
    const controller = new AbortController();
    const run = async () => {
      try {
        const found = await load(JSON.parse(text) as FiguresRequest, controller.signal);
        setLoaded({ key, error: undefined, ...found });
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setLoaded((before) => ({ ...before, ...(isDenied(error) ? { data: undefined } : {}), key, error, estimate: undefined }));
      }
    };
    const timer = setTimeout(() => void run(), isFirst.current ? 0 : DEBOUNCE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, text]);
  const refetch = useCallback(() => setRevision((before) => before + 1), []);
  if (key === '') return { ...NOTHING, isLoading: false, refetch };
  return {
    data: loaded.data,
    error: loaded.key === key ? loaded.error : undefined,
    isLoading: loaded.key !== key,
    estimate: loaded.estimate,
    refetch,
  };
}
