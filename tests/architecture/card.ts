import type { Room } from './rooms.js';

/** The head of a room's README.md: made from the law, so that it cannot drift from it. Below it people write what else the room needs said. */
export function makeCard(room: Room): string {
  const list = (items: readonly string[]): string => (items.length === 0 ? 'nothing' : items.join(', '));
  return [
    `# ${room.path}`,
    '',
    room.purpose,
    '',
    `- May look into: ${list(room.mayImport)}`,
    `- Packages: ${list(room.packages ?? [])}`,
    '',
  ].join('\n');
}
