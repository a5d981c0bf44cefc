/** A calendar entry of an invite. */
export interface InviteInput {
  /** The same for each repetition of the message. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly attendee: string;
  readonly now: number;
  /** A day `YYYY-MM-DD` for the whole day, or the instant at which an hour begins. */
  readonly start: string | number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Octets of a line, without its end. */
const LINE_OCTETS = 75;

/** An invite in iCalendar form (RFC 5545, method REQUEST): an hour, or a whole day. */
export function makeInvite({ uid, summary, description, attendee, now, start }: InviteInput): string {
  const times =
    typeof start === 'string'
      ? [`DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${nextDay(start)}`]
      : [`DTSTART:${stamp(start)}`, `DTEND:${stamp(start + HOUR)}`];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Workflows//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp(now)}`,
    ...times,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `ATTENDEE;RSVP=TRUE:mailto:${attendee}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

function stamp(instant: number): string {
  return `${new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10).replaceAll('-', '');
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Folds a line at 75 octets, never inside a character. */
function fold(line: string): string {
  let [folded, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
