import { expect, it } from 'vitest';
import { listVariableGroups } from './variables.ts';

const field = (fieldName: string, inputType = 'TextField') => ({ fieldName, inputType });
const offered = (module: string, fields?: readonly ReturnType<typeof field>[]) =>
  listVariableGroups(module, fields).map(({ objects: [object], variables }) => `${object}: ${variables.map(({ name }) => name).join(' ')}`);

it('Templates for one module are offered only the variables that its records can have', () => {
  const user = 'user: name first_name last_name email phone';
  expect(offered('')).toHaveLength(3);
  expect(offered('jobs', [field('name'), field('city'), field('accounts_jobs', 'Relate')])).toEqual([
    'target: name city',
    expect.stringMatching(/^account: name phone/),
    user,
  ]);
  expect(offered('leads', [field('first_name'), field('email_addresses', 'EmailAddress'), field('mobile_phone', 'Phone')])).toEqual([
    'target: first_name email phone',
    user,
  ]);
  expect(offered('accounts', [field('name')])).toEqual([expect.stringMatching(/^account:/), user]);
});
