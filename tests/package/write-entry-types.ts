import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY_ROOT } from '../architecture/sources.ts';

/** The folder of the types in package.json, which are named like their sources. */
const TYPES = './dist/types/';

type Targets = { readonly [specifier: string]: string };

/**
 * Writes the types of all entry points that package.json exports: the declarations of their sources and of what those refer to. In them
 * imports such as `#engine/model` are paths, because they would be resolved in the package that uses them.
 *
 * @param outDir An empty or missing folder, which becomes `dist/types`.
 * @throws Error when a source has a type that cannot be written as a declaration, or a written declaration has an error.
 */
export function writeEntryTypes(outDir: string): void {
  const { imports, entries } = readPackage();
  const declarations = emitDeclarations(entries);
  rmSync(outDir, { recursive: true, force: true });
  const written = new Set<string>();
  const write = (file: string): void => {
    if (written.has(file)) return;
    written.add(file);
    const text = declarations.get(file);
    if (text === undefined) throw new Error(`${file} has no declarations`);
    const { code, references } = rewriteImports(text, file, imports);
    const target = path.join(outDir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, code);
    references.forEach(write);
  };
  entries.map(toDeclaration).forEach(write);
  checkDeclarations([...written].map((file) => path.join(outDir, file)));
}

/** Declarations of other packages are not checked. */
function checkDeclarations(files: readonly string[]): void {
  const program = ts.createProgram(files, { ...readOptions(), skipLibCheck: false });
  for (const file of files)
    throwFirst([
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ]);
}

function throwFirst([problem]: readonly ts.Diagnostic[]): void {
  if (problem === undefined) return;
  throw new Error(`${problem.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
}

/** Sources of the entry points, and what the imports of the repository mean; paths from its root. */
function readPackage(): { readonly imports: Targets; readonly entries: readonly string[] } {
  const { imports, exports } = JSON.parse(readFileSync(path.join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as {
    readonly imports: Targets;
    readonly exports: { readonly [entry: string]: string | { readonly types: string } };
  };
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types.slice(TYPES.length)]));
  return {
    imports: Object.fromEntries(Object.entries(imports).map(([name, file]) => [name, path.posix.normalize(file)])),
    entries: entries.map((file) => (ts.sys.fileExists(path.join(REPOSITORY_ROOT, file)) ? file : file.replace(/\.d\.ts$/, '.ts'))),
  };
}

/** The declarations of the entries and of all that they import, by path from the root. */
function emitDeclarations(entries: readonly string[]): ReadonlyMap<string, string> {
  const options: ts.CompilerOptions = { ...readOptions(), declaration: true, emitDeclarationOnly: true, noEmit: false };
  const program = ts.createProgram(
    entries.map((file) => path.join(REPOSITORY_ROOT, file)),
    { ...options, allowJs: false, noCheck: true, rootDir: REPOSITORY_ROOT, outDir: REPOSITORY_ROOT },
  );
  const declarations = new Map<string, string>();
  const keep = (file: string, text: string): void =>
    void declarations.set(path.relative(REPOSITORY_ROOT, file).split(path.sep).join('/'), text);
  throwFirst(program.emit(undefined, keep, undefined, true).diagnostics);
  // Declarations that were written by hand or by another tool.
  for (const file of program.getSourceFiles())
    if (file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && !program.isSourceFileDefaultLibrary(file))
      keep(file.fileName, file.text);
  return declarations;
}

function readOptions(): ts.CompilerOptions {
  const file = path.join(REPOSITORY_ROOT, 'tsconfig.json');
  return ts.parseJsonConfigFileContent(ts.readConfigFile(file, (place) => readFileSync(place, 'utf8')).config, ts.sys, REPOSITORY_ROOT)
    .options;
}

/** A declaration file with relative imports of other ones (as `.js`, which all settings resolve) and without styles. */
function rewriteImports(text: string, file: string, imports: Targets): { readonly code: string; readonly references: readonly string[] } {
  const references: string[] = [];
  const resolve = (specifier: string): string => {
    const source =
      findTarget(imports, specifier) ?? (specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined);
    if (source === undefined) return specifier;
    references.push(toDeclaration(source));
    const relative = path.posix.relative(path.posix.dirname(file), source.replace(/(\.d)?\.tsx?$/, '.js'));
    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  const code = text
    .replace(/^import '[^']+\.css';\n/gm, '')
    .replace(/(\bfrom |\bimport\(|\bimport |^declare module )(['"])([^'"]+)\2/gm, (_, before: string, quote: string, specifier: string) => {
      return `${before}${quote}${resolve(specifier)}${quote}`;
    });
  return { code, references };
}

/** What an import of the repository means; a name with a star matches the parts of a package. */
function findTarget(imports: Targets, specifier: string): string | undefined {
  if (imports[specifier] !== undefined) return imports[specifier];
  for (const [name, target] of Object.entries(imports)) {
    const [before = '', after] = name.split('*');
    if (after === undefined || !specifier.startsWith(before) || !specifier.endsWith(after)) continue;
    return target.replaceAll('*', specifier.slice(before.length, specifier.length - after.length));
  }
  return undefined;
}

function toDeclaration(file: string): string {
  return file.replace(/(\.d)?\.tsx?$/, '.d.ts');
}
