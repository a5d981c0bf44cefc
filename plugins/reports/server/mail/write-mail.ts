import { escapeMarkup } from '#engine/model';
import { drawChart } from './picture/draw-chart.ts';
import type { ReportData } from '../../shared/contract.ts';

/** Rows of the table of an e-mail; the page of the report has all. */
const MOST_ROWS = 20;
const MOST_COLUMNS = 8;
const CELL_CHARACTERS = 120;

interface MailInput {
  readonly title: string;
  readonly data: ReportData;
  /** Address of the page of the report. */
  readonly url: string;
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of all rows. */
  readonly total: number;
}

/** The content of the e-mail of a report: its chart as a picture, its first figures or records as a table, and a link. */
export function writeMail({ title, data, url }: MailInput) {
  const table = readTable(data);
  const svg = data.chart === null || data.figures === null ? undefined : drawChart(data.chart, data.figures);
  const more = table.total > table.rows.length ? `${table.rows.length} of ${table.total.toLocaleString('en-US')} rows.` : '';
  const notes = [...data.problems, ...(more === '' ? [] : [more])];
  return {
    text: writeText(title, table, notes, url),
    html: writeHtml(title, table, { notes, url, hasPicture: svg !== undefined }),
    ...(svg === undefined ? {} : { pictures: [{ id: 'chart', svg }] }),
  };
}

function readTable({ columns, figures, rows, total }: ReportData): Table {
  const shown = columns.slice(0, MOST_COLUMNS);
  return {
    head: shown.map(({ label }) => label),
    rows: rows.slice(0, MOST_ROWS).map(({ texts }) => shown.map(({ name }) => cut(texts[name] ?? ''))),
    total: figures === null ? total : rows.length,
  };
}

function cut(text: string): string {
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text;
}

function writeText(title: string, { head, rows }: Table, notes: readonly string[], url: string): string {
  const lines = [head, ...rows].map((row) => row.join(' | '));
  return [title, '', ...lines, '', ...notes, ...(notes.length === 0 ? [] : ['']), `Open the report: ${url}`, ''].join('\n');
}

// E-mail programs know no style sheets: each element has its own style.
const FONT = 'font-family:Arial,Helvetica,sans-serif';
const CELL = 'padding:6px 10px;border-bottom:1px solid #d8dce3;text-align:left;font-size:14px';

function writeHtml(
  title: string,
  { head, rows }: Table,
  { notes, url, hasPicture }: { readonly notes: readonly string[]; readonly url: string; readonly hasPicture: boolean },
): string {
  const header = head.map((text) => `<th style="${CELL};color:#5b6472">${escapeMarkup(text)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((text) => `<td style="${CELL}">${escapeMarkup(text)}</td>`).join('')}</tr>`).join('');
  return [
    `<div style="${FONT};color:#1c2430;max-width:680px">`,
    `<h1 style="font-size:20px">${escapeMarkup(title)}</h1>`,
    hasPicture ? `<p><img src="cid:chart" alt="${escapeMarkup(title)}" width="640" style="max-width:100%;height:auto"></p>` : '',
    `<table style="border-collapse:collapse;width:100%"><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table>`,
    ...notes.map((note) => `<p style="font-size:13px;color:#5b6472">${escapeMarkup(note)}</p>`),
    `<p><a href="${escapeMarkup(url)}" style="color:#1a5fb4">Open the report</a></p>`,
    '</div>',
  ].join('\n');
}
