import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MusterError } from '../errors/index.ts';

/** Locations of the product's own files, in the source tree and in the build. */
export interface ProductFiles {
  readonly version: string;
  readonly definitionsFolder: string;
  readonly pluginsFolder: string;
  /** Folder of the built UI; it may not exist. */
  readonly uiFolder: string;
  /** Names of the packages whose plugins run in addition to the bundled ones. */
  readonly packagedPlugins: readonly string[];
}

/** Finds the product's folder, upwards from this file. Errors: `configuration_invalid`. */
export function findProductFiles(): ProductFiles {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version, muster } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly name?: string;
      readonly version?: string;
      readonly muster?: { readonly plugins?: unknown };
    };
    if (name === 'muster')
      return {
        version: version ?? '0.0.0',
        definitionsFolder: path.join(folder, 'definitions'),
        pluginsFolder: path.join(folder, 'plugins'),
        uiFolder: path.join(folder, 'dist', 'ui'),
        packagedPlugins: readPackages(muster?.plugins ?? []),
      };
  }
  throw new MusterError('configuration_invalid', { values: { reason: 'the folder of the product was not found.' } });
}

function readPackages(names: unknown): readonly string[] {
  if (Array.isArray(names) && names.every((name): name is string => typeof name === 'string' && name !== '')) return names;
  throw new MusterError('configuration_invalid', {
    values: { reason: 'muster.plugins of package.json is not a list of names of packages.' },
  });
}
