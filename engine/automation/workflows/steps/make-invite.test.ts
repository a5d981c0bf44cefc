import { expect, it } from 'vitest';
import { makeInvite } from './make-invite.ts';

const INPUT = { uid: 'u1', summary: 'Return', description: 'Please', attendee: 'mei@a.example', now: Date.parse('2026-05-01T10:00:00Z') };

it('invites for an hour, or for a whole day', () => {
  const hour = makeInvite({ ...INPUT, start: Date.parse('2026-05-04T12:30:00Z') });
  expect(hour).toContain('METHOD:REQUEST\r\n');
  expect(hour).toContain('DTSTART:20260504T123000Z\r\nDTEND:20260504T133000Z\r\n');
  expect(makeInvite({ ...INPUT, start: '2026-12-31' })).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
});

it('lets no text add a line, and folds long ones between characters', () => {
  const made = makeInvite({ ...INPUT, start: '2026-05-04', summary: 'A;b,c\\\r\nATTENDEE:x', description: 'é'.repeat(100) });
  expect(made).toContain('SUMMARY:A\\;b\\,c\\\\\\nATTENDEE:x\r\n');
  for (const line of made.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(made.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'é'.repeat(100)}\r\n`);
});
