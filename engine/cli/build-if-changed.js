// The first half of `npm start`: builds the server and the UI with `npm run build`, unless nothing they are made of has
// changed since the last build. Plain JavaScript, because loading a TypeScript loader takes longer than the check.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Folders and files that a build reads. The lock file of node_modules says which versions are installed. */
const INPUTS = [
  'engine',
  'runtime-ui',
  'plugins',
  'package.json',
  'node_modules/.package-lock.json',
  'vite.config.ts',
  'rolldown.config.ts',
  'tsconfig.json',
];

/** What no build reads: tests, documents, and the definitions of plugins, which are loaded at each start. */
const IGNORED = /(^|\/)node_modules\/|\.test\.tsx?$|\.md$|^plugins\/[^/]+\/(definitions|tests)\/|^runtime-ui\/screenshots\//;

/** The inputs and the outputs of the last build that succeeded. */
const STATE_FILE = 'dist/build-state.json';

/** Paths of all files below a path, sorted, so that the digest does not depend on the file system. */
function listFiles(start) {
  if (!existsSync(start)) return [];
  if (!statSync(start).isDirectory()) return [start];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join('/'))
    .sort();
}

/** Folders of the npm packages in `muster.plugins`. One that is linked to a folder in work can change without an install. */
function listPluginPackages() {
  const { muster } = JSON.parse(readFileSync('package.json', 'utf8'));
  return (muster?.plugins ?? []).map((name) => path.join('node_modules', name)).filter((folder) => existsSync(folder));
}

/** Digest of the path and the content of every input. */
function digestInputs() {
  const digest = createHash('sha256').update(process.version);
  const add = (name, file) => digest.update(`\0${name}\0`).update(readFileSync(file));
  for (const input of INPUTS) {
    for (const file of listFiles(input)) if (input.startsWith('node_modules') || !IGNORED.test(file)) add(file, file);
  }
  for (const folder of listPluginPackages()) {
    const real = realpathSync(folder);
    for (const file of listFiles(real)) {
      const name = path.relative(real, file);
      if (!/(^|\/)(node_modules|\.git)\//.test(name)) add(path.join(folder, name), file);
    }
  }
  return digest.digest('hex');
}

/** Name and size of every built file: an output that was deleted or cut is built again. */
function digestOutputs() {
  const digest = createHash('sha256');
  for (const folder of ['dist/server', 'dist/ui']) {
    for (const file of listFiles(folder)) digest.update(`${file}\0${statSync(file).size}\0`);
  }
  return digest.digest('hex');
}

function readState() {
  try {
    return JSON.parse(readFileSync(STATE_FILE, 'utf8'));
  } catch {
    // Missing or cut: there is no build to trust.
    return {};
  }
}

const inputs = digestInputs();
const state = readState();
if (state.inputs === inputs && state.outputs === digestOutputs()) {
  process.stdout.write('Nothing has changed since the last build.\n');
} else {
  // Without this, a build that fails would leave old outputs that look valid once the change is undone.
  rmSync(STATE_FILE, { force: true });
  const { status, error } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) process.stderr.write(`The build could not be started: ${error.message}\n`);
  process.exitCode = status ?? 1;
  if (status === 0) writeFileSync(STATE_FILE, JSON.stringify({ inputs, outputs: digestOutputs() }));
}
