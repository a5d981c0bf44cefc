import { expect, it } from 'vitest';
import { describePlace } from './describe-place.ts';

it.each([
  ['module/tools', '/fields/tool_state/label', 'Module tools › Fields › Tool state › Label'],
  ['setting/shop_hours', '/setting', 'Setting shop_hours › Setting'],
  ['role/role_clerk', '', 'Role role_clerk'],
  ['module/tools', '/options/a~1b', 'Module tools › Options › A/b'],
])('%s %s is %s', (artifact, path, text) => {
  expect(describePlace(artifact, path)).toBe(text);
});
