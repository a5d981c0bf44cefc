import type { Room } from './packages.js';

/** The head of a room's README.md: made from the law, so that it cannot drift from it. Below it people write what else the room needs said. */
export function makeOverview(pkg: Room): string {
  const list = (items: readonly string[]): string => (items.length === 0 ? 'nothing' : items.join(', '));
  return [
    `# ${pkg.path}`,
    '',
    pkg.purpose,
    '',
    `- May import: ${list(pkg.mayImport)}`,
    `- Packages: ${list(pkg.packages ?? [])}`,
    '',
  ].join('\n');
}
