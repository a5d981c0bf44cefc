import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSnapshot } from '../../engine/registry/index.ts';
import { loadShipped } from '../registry/load-shipped.ts';
import { findDomainNames, listDomainNames, listTestDomainNames } from './domain-names.ts';
import { listFiles, REPOSITORY_ROOT } from './sources.ts';

/** Data and generated files: reference pages contain the texts of plugins. */
const EXCLUDED = [/^engine\/adapters\/us-zips\//, /\/(reference|guides)\.json$/, /^runtime-ui\/extensions\/REFERENCE\.md$/];

const names = listDomainNames(await loadShipped(), await loadSnapshot([]));
const namesInTests = listTestDomainNames(names);

const files = listFiles()
  .filter((file) => /^(engine|runtime-ui)\/.*\.(ts|tsx|js|css|md|json)$/.test(file))
  .filter((file) => ![...EXCLUDED].some((pattern) => pattern.test(file)));

describe('The engine', () => {
  it('names no module, field, dropdown, setting, role, menu or user type of the definitions, in its tests neither', () => {
    const found = files.flatMap((file) =>
      findDomainNames(readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'), /\.test\.tsx?$/.test(file) ? namesInTests : names).map(
        ({ name, line }) => `${file}:${line} ${name}`,
      ),
    );
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter((file) => file.includes('.test.')).length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  it.each([
    ["const module = 'leads';", 'leads'],
    ["records.find({ module: 'jobs' })", 'jobs'],
    ["await read('/api/tasks/1')", 'tasks'],
    ['/** Such as `providers`, in a comment. */', 'providers'],
    ["variables['my_provider']", 'my_provider'],
    ['{ $: "my_provider" }', 'my_provider'],
    ["dropdowns.get('lead_status')", 'lead_status'],
    ['const { leads_subs } = record;', 'leads_subs'],
    ['record.credentialing_status', 'credentialing_status'],
    ["layout/accounts.grid of the role 'Recruiter'", 'accounts'],
    ["roles.find(({ name }) => name === 'Account Manager')", 'Account Manager'],
    ["rights.roles.includes('Recruiter')", 'Recruiter'],
    ["user.userType === 'Dashboard'", 'Dashboard'],
    ["menus.find(({ name }) => name === 'Staff')", 'Staff'],
    ["dropdowns.get('professions')", 'professions'],
    ["settings.get('bill-rates')", 'bill-rates'],
  ])('is found naming one in %s', (text, name) => {
    expect(findDomainNames(text, names).map((found) => found.name)).toContain(name);
  });

  it.each([
    'options.jobs.map(run)',
    'Shows the messages and documents of a user.',
    'A burst of changes leads to one message.',
    "on('tasks-done')",
    'The dashboard of a provider of mail, for a Manager of the staff.',
  ])('may use the plain words in %s', (text) => {
    expect(findDomainNames(text, names)).toEqual([]);
  });
});
