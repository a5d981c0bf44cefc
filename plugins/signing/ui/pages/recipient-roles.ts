import { ANYONE_ROLE, EVERYONE_ROLE, SENDER_ROLE } from '../../shared/document.ts';

const PARTICIPANTS = 15;
/** Colors of the participants, in the order of the values of the dropdown `document_recipient_role`. */
const HUES = ['blue', 'teal', 'green', 'amber', 'orange', 'red', 'violet'] as const;

/** All roles of recipients. */
export const RECIPIENT_ROLES: readonly string[] = [
  SENDER_ROLE,
  ...Array.from({ length: PARTICIPANTS }, (_, index) => `Participant ${index + 1}`),
  ANYONE_ROLE,
  EVERYONE_ROLE,
];

/** The class with the color of a role. */
export function hueClass(role: string): string {
  const number = Number(/^Participant (\d+)$/.exec(role)?.[1] ?? 0);
  return `ms-hue-${number === 0 ? 'gray' : (HUES[(number - 1) % HUES.length] ?? 'gray')}`;
}

/** Whether a role is one person who signs. */
export function isParticipant(role: string): boolean {
  return role.startsWith('Participant ');
}
