// Checks one import against the package rules (packages.js). The lint rule, the architecture test and `where` share it.
import path from 'node:path';
import { PACKAGES } from './packages.js';

const ENTRY_POINTS = {
  '#engine': 'engine/index.ts',
  '#engine/model': 'engine/model/index.ts',
  '#ui': 'runtime-ui/index.ts',
  '#tests/support': 'tests/support/index.ts',
};
/** `#engine/model/filter` is the part `filter` of engine/model. */
const PART = /^#(engine\/model)\/([a-z-]+)$/;
const BY_LENGTH = [...PACKAGES].sort((a, b) => b.path.length - a.path.length);

/** The package that contains a file (path from the repository root, with `/`). */
export function packageOf(file) {
  return BY_LENGTH.find((pkg) => file === pkg.path || file.startsWith(`${pkg.path}/`));
}

function isTest(file) {
  return file.startsWith('tests/') || /\.test\.tsx?$/.test(file) || /^plugins\/[^/]+\/tests\//.test(file);
}

function matches(pattern, name) {
  return pattern === '*' || pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
}

function npmPackageOf(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

function checkNpmPackage(pkg, specifier) {
  const name = npmPackageOf(specifier);
  if ((pkg.npmPackages ?? []).some((pattern) => matches(pattern, name))) return undefined;
  return `${pkg.path} may not use the npm package ${name} (tests/architecture/packages.js names those it may)`;
}

const INDEX_FILES = ['index.ts', 'index.ui.ts', 'index.tsx'];

/** The error message if a package may not import this file of another package that it may import. */
function checkEntryPoint(pkg, other, target) {
  const rest = target.slice(other.path.length + 1);
  if (INDEX_FILES.includes(rest)) {
    if (!other.indexIsPublic || pkg.usesPublicIndex) return undefined;
    return `${other.path}/index.ts is for plugins and definitions; ${pkg.path} imports a part of it, such as #${other.path}/${other.parts[0]}`;
  }
  const isPart = (other.parts ?? []).some((part) => rest === `${part}/index.ts`);
  if (!isPart) return `${other.path} may only be imported through its entry point, not through ${target}`;
  return other.indexIsPublic && pkg.usesPublicIndex ? `${pkg.path} may only import #${other.path}, not its parts` : undefined;
}

function checkPackage(from, pkg, target) {
  const other = packageOf(target);
  if (!other || other === pkg) return checkPlugins(from, target);
  if (!pkg.mayImport.some((pattern) => matches(pattern, other.path))) return `${pkg.path} may not import ${other.path}`;
  return checkEntryPoint(pkg, other, target);
}

/** Plugins are one package, but must not import each other. */
function checkPlugins(from, target) {
  const own = /^plugins\/([^/]+)\//.exec(from)?.[1];
  const others = /^plugins\/([^/]+)\//.exec(target)?.[1];
  return own && others && own !== others ? `the plugin ${own} may not import the plugin ${others}` : undefined;
}

/** The error message for a forbidden import, or undefined. `from` is a path from the repository root, `specifier` as written. */
export function checkImport(from, specifier) {
  const pkg = packageOf(from);
  if (!pkg || isTest(from) || specifier.startsWith('node:')) return undefined;
  const entryPoint = ENTRY_POINTS[specifier] ?? specifier.replace(PART, '$1/$2/index.ts');
  if (entryPoint !== specifier) return checkPackage(from, pkg, entryPoint);
  if (!specifier.startsWith('.')) return checkNpmPackage(pkg, specifier);
  return checkPackage(from, pkg, path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier)));
}
