import type { Package } from './packages.js';

/**
 * The overview at the head of a package's README.md, generated from packages.js so that it stays current. The text
 * below it is written by hand.
 */
export function makeOverview(pkg: Package): string {
  const list = (items: readonly string[]): string => (items.length === 0 ? 'nothing' : items.join(', '));
  return [
    `# ${pkg.path}`,
    '',
    pkg.purpose,
    '',
    `- May import: ${list(pkg.mayImport)}`,
    ...(pkg.parts === undefined
      ? []
      : [
          `- Entry points: ${pkg.indexIsPublic ? 'index.ts for plugins; for the product ' : 'index.ts, '}${list(pkg.parts.map((part) => `${part}/index.ts`))}`,
        ]),
    `- npm packages: ${list(pkg.npmPackages ?? [])}`,
    '',
  ].join('\n');
}
