import { isTimeZone } from '../time/index.ts';

type Check = (text: string) => boolean;

const anyText: Check = () => true;

/**
 * The formats of texts in the JSON Schemas of forms, with the check of each. Server and browser use the same checks; several formats only
 * choose the widget.
 */
export const FORM_FORMATS = {
  color: (text) => /^#[0-9a-f]{6}$/i.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text),
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  // An image in the value itself; empty: none.
  image: (text) => text === '' || /^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(text),
  module: anyText,
  phone: (text) => /^(\d{10}|\+[1-9]\d{6,14})$/.test(text),
  record: anyText,
  secret: anyText,
  'text-area': anyText,
  'time-zone': isTimeZone,
  uri: (text) => URL.canParse(text),
  user: anyText,
} as const satisfies { readonly [format: string]: Check };

/** The name of a format of a form. */
export type FormFormat = keyof typeof FORM_FORMATS;

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Whether a text has a format. Other formats than those of forms are not checked. */
export function checkFormFormat(format: string, text: string): boolean {
  return !Object.hasOwn(FORM_FORMATS, format) || FORM_FORMATS[format as FormFormat](text);
}
