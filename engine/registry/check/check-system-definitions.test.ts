import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DropdownDefinition, ModuleDefinition, SettingDefinition } from '#engine/model/definitions';
import type { MusterError } from '../../errors/index.ts';
import { loadSnapshot } from '../registry-core.ts';
import { SYSTEM_DEFINITIONS } from '../system/system-definitions.ts';

const top = mkdtempSync(path.join(tmpdir(), 'muster-system-'));
let made = 0;

function systemOf<Definition>(id: string): Definition {
  return SYSTEM_DEFINITIONS.find(({ definition }) => (definition as { readonly id: string }).id === id)?.definition as Definition;
}

/** A folder of definitions with one file. */
function folderWith(file: string, definition: object): string {
  const folder = path.join(top, String((made += 1)), 'definitions');
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), JSON.stringify(definition));
  return folder;
}

/** The problems of a folder, as 'file path cause'. */
async function problemsOf(folder: string): Promise<readonly string[]> {
  return loadSnapshot([folder]).then(
    () => [],
    (error: MusterError) => {
      expect(error.code).toBe('definition_broken');
      return error.details.map(({ file, field, message }) => `${String(file)} ${field} ${message}`);
    },
  );
}

const users = systemOf<ModuleDefinition>('users');
const userType = systemOf<DropdownDefinition>('dropdown_user_type');
const withoutField = (name: string): ModuleDefinition => ({ ...users, fields: users.fields.filter(({ fieldName }) => fieldName !== name) });
const withField = (name: string, changes: object): ModuleDefinition => ({
  ...users,
  fields: users.fields.map((field) => (field.fieldName === name ? { ...field, ...changes } : field)),
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('The system definitions', () => {
  it('are all that there is without files and plugins', async () => {
    const snapshot = await loadSnapshot([]);
    expect([...snapshot.modules.keys()].sort()).toEqual(['roles', 'teams', 'users']);
    expect([...snapshot.dropdowns.keys()].sort()).toEqual(['checkbox_replacement', 'user_type']);
    expect(snapshot.settings.get('staff_user_types')?.setting).toEqual(['Admin', 'Standard']);
  });

  it('are replaced by a file with the same kind and id, which may add to them', async () => {
    const extended: ModuleDefinition = {
      ...users,
      label: 'Colleagues',
      fields: [...users.fields, { id: 'users_badge', fieldName: 'badge', label: 'Badge', inputType: 'TextField' }],
    };
    const module = (await loadSnapshot([folderWith('users/module.json', extended)])).module('users');
    expect([module?.label, module?.fields.get('badge')?.label, module?.fields.get('email')?.id]).toEqual([
      'Colleagues',
      'Badge',
      'users_email',
    ]);
    const setting = { ...systemOf<SettingDefinition>('setting_staff_user_types'), setting: ['Standard', 'Partner'] };
    const { settings } = await loadSnapshot([folderWith('settings/staff.json', setting)]);
    expect(settings.get('staff_user_types')?.setting).toEqual(['Standard', 'Partner']);
  });

  it.each<[what: string, file: string, definition: object, problem: string]>([
    [
      'a field is missing',
      'users/module.json',
      withoutField('userType'),
      'definitions/users/module.json /fields The engine needs the field userType with the id users_userType and the inputType Dropdown.',
    ],
    [
      'a field has another id',
      'users/module.json',
      withField('email', { id: 'users_mail' }),
      'definitions/users/module.json /fields/1 The engine needs the field email with the id users_email and the inputType TextField.',
    ],
    [
      'a field has another type',
      'users/module.json',
      withField('active', { inputType: 'TextField' }),
      'definitions/users/module.json /fields/5 The engine needs the field active with the id users_active and the inputType Checkbox.',
    ],
    [
      'a field points to another module',
      'users/module.json',
      withField('teams', { ref: 'roles' }),
      'definitions/users/module.json /fields/7 The engine needs the field teams with the id users_teams and the inputType MultiRelate, which points to teams.',
    ],
    [
      'the module is off',
      'users/module.json',
      { ...users, active: false },
      'definitions/users/module.json /active The engine needs the module users.',
    ],
    [
      'a value is missing',
      'dropdowns/user-type.json',
      { ...userType, options: userType.options.slice(1) },
      'definitions/dropdowns/user-type.json /options The engine needs the value System Admin.',
    ],
    [
      'the name is taken with another id',
      'users/module.json',
      { ...users, id: 'people' },
      'definitions/users/module.json /name There is another module/users (id users).',
    ],
  ])('cannot be replaced if %s', async (_what, file, definition, problem) => {
    expect(await problemsOf(folderWith(file, definition))).toContain(problem);
  });
});

describe('A filter variable of a module', () => {
  const module = (userVariable: object): object => ({
    ...{ id: 'partners', name: 'partners', label: 'Partners', labelSingular: 'Partner', kind: 'plain' },
    fields: [{ id: 'partners_user', fieldName: 'user', label: 'User', inputType: 'Relate', ref: 'users' }],
    userVariable: { name: 'my_partner', label: 'My partner', field: 'user', userTypes: ['Standard'], ...userVariable },
  });

  it('is listed with its module', async () => {
    const { userVariables } = await loadSnapshot([folderWith('partners/module.json', module({}))]);
    expect(userVariables.map(({ name, module: { name: of } }) => [name, of])).toEqual([['my_partner', 'partners']]);
  });

  it.each([
    ['has the name of one of the grammar', { name: 'today' }, '/userVariable/name today is a reserved name.'],
    ['has no field', { field: 'person' }, '/userVariable/field person is not a Relate to users.'],
    ['has a field that points elsewhere', { field: 'name' }, '/userVariable/field name is not a Relate to users.'],
  ])('is refused if it %s', async (_what, changes, problem) => {
    expect(await problemsOf(folderWith('partners/module.json', module(changes)))).toContain(`definitions/partners/module.json ${problem}`);
  });
});
