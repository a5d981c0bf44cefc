import path from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** The modules that the engine itself requires, and the dropdowns of their fields. */
const SYSTEM_DEFINITIONS = [
  ...['clients', 'roles', 'teams', 'users'].map((module) => `definitions/organization/${module}`),
  'definitions/dropdowns',
];

/** Definition folders: one of the test, and {@link SYSTEM_DEFINITIONS}. */
export function withSystemDefinitions(folder: string): readonly string[] {
  return [folder, ...SYSTEM_DEFINITIONS].map((one) => path.resolve(top, one));
}
