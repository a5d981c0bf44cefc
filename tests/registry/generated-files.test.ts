import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadShipped } from './load-shipped.ts';
import { listDomains, makeModulesTable, MODULES_FILE } from './modules-table.ts';
import { makeRecordTypes, TYPES_FILE } from './record-types.ts';

const snapshot = await loadShipped();
const TYPES = makeRecordTypes(snapshot);

describe('definitions/MODULES.md', () => {
  it('matches the definitions; otherwise run npm run modules', () => {
    expect(readFileSync(MODULES_FILE, 'utf8')).toBe(makeModulesTable(listDomains(snapshot)));
  });

  it('contains each module once, with its path', () => {
    const rows = makeModulesTable(listDomains(snapshot)).split('\n');
    for (const { name, path } of snapshot.modules.values())
      expect(
        rows.filter((row) => row.includes(`(\`${name}\`) | \`${path}\` |`)),
        name,
      ).toHaveLength(1);
  });
});

describe('plugins/records.d.ts', () => {
  it('matches the definitions; otherwise run npm run types', () => {
    expect(readFileSync(TYPES_FILE, 'utf8')).toBe(TYPES);
  });

  it('has one type for each module and for each dropdown that a field uses', () => {
    const names = [...TYPES.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name } of snapshot.modules.values())
      expect(TYPES).toMatch(new RegExp(`[{;] readonly ${name}: ${name.charAt(0).toUpperCase()}${name.slice(1)}Record[; ]`));
  });

  it('declares the stored form of values', () => {
    for (const line of [
      'readonly pto_date?: string;',
      'readonly hours_requested?: number;',
      'readonly status?: PtoStatusValue;',
      'readonly email_addresses?: readonly EmailAddressValue[];',
      'readonly current_address?: AddressValue;',
      'readonly settings_wanted?: readonly WorkSettingsValue[];',
    ])
      expect(TYPES, line).toContain(line);
  });
});
