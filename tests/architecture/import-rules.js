// Reads the law (rooms.js) for one import at a time. The lint rule, the architecture test and `where` share it.
import path from 'node:path';
import { ROOMS } from './packages.js';

const DOORS = { '#engine': 'engine/index.ts', '#engine/model': 'engine/model/index.ts', '#ui': 'runtime-ui/index.ts', '#tests/support': 'tests/support/index.ts' };
const BY_LENGTH = [...ROOMS].sort((a, b) => b.path.length - a.path.length);

/** The room that a file (path from the top, with `/`) lies in. */
export function roomOf(file) {
  return BY_LENGTH.find((room) => file === room.path || file.startsWith(`${room.path}/`));
}

function isTest(file) {
  return file.startsWith('tests/') || /\.test\.tsx?$/.test(file) || /^plugins\/[^/]+\/tests\//.test(file);
}

function matches(pattern, name) {
  return pattern === '*' || pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
}

function packageName(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

function checkPackage(room, specifier) {
  const name = packageName(specifier);
  if ((room.packages ?? []).some((pattern) => matches(pattern, name))) return undefined;
  return `${room.path} may not use the npm package ${name} (tests/architecture/packages.js names those it may)`;
}

function isDoor(target, room) {
  const rest = target.slice(room.path.length + 1);
  return rest === 'index.ts' || rest === 'index.ui.ts' || rest === 'index.tsx' || (rest.split('/').length === 2 && rest.endsWith('/index.ts'));
}

function checkRoom(from, room, target) {
  const other = roomOf(target);
  if (!other || other === room) return checkPlugins(from, target);
  if (!room.mayImport.some((pattern) => matches(pattern, other.path))) return `${room.path} may not import ${other.path}`;
  if (!isDoor(target, other)) return `${other.path} may only be imported through its entry point, not through ${target}`;
  return undefined;
}

/** Plugins share a room and still never see each other. */
function checkPlugins(from, target) {
  const own = /^plugins\/([^/]+)\//.exec(from)?.[1];
  const others = /^plugins\/([^/]+)\//.exec(target)?.[1];
  return own && others && own !== others ? `the plugin ${own} may not import the plugin ${others}` : undefined;
}

/** What is wrong with an import, or undefined. `from` is a path from the top, `specifier` as written. */
export function checkImport(from, specifier) {
  const room = roomOf(from);
  if (!room || isTest(from) || specifier.startsWith('node:')) return undefined;
  if (specifier in DOORS) return checkRoom(from, room, DOORS[specifier]);
  if (!specifier.startsWith('.')) return checkPackage(room, specifier);
  return checkRoom(from, room, path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier)));
}
